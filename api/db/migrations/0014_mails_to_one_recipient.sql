-- A recipient is sent few mails an hour and a day; what comes beyond them waits and leaves as one mail.

alter table outbox
  -- waited for the limit of its recipient: leaves together with the others that did
  add column postponed boolean not null default false;

-- the expression is that of `recipientKey` in api/outbox/recipient-limit.ts
create index outbox_of_recipient on outbox (lower(regexp_replace(recipient, '\+[^@]*@', '@')), sent_at);

-- a person may have put these into quarantine; their challenges are over
update submissions set provable = false
where provable and quarantined_for is not null and created_at < now() - interval '30 minutes';
