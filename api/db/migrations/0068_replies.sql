-- Mails that come back to the reply address: answers of visitors, automatic mails, and reports of mail servers. The mailbox
-- keeps each mail, so what is left out here can be read there.

create table replies (
  id bigint generated always as identity primary key,
  -- the message that it answers; null: nobody knows yet
  submission_id bigint references submissions on delete cascade,
  from_name text not null default '',
  -- empty for a mail without a valid sender
  from_address text not null default '',
  subject text not null default '',
  text text not null default '',
  -- with angle brackets; a sender chooses it, so that two mails can have the same
  message_id text not null,
  content_sha256 text not null,
  in_reply_to text,
  reference_ids text[] not null default '{}',
  received_at timestamptz not null default now(),
  -- no person wrote it: it opens no message
  is_automatic boolean not null default false,
  -- why it is automatic, in words
  reason text not null default '',
  -- what was not stored, in words
  left_out text[] not null default '{}',
  -- bytes of the whole mail
  size bigint not null,
  -- who decided that it belongs to no message, or to which one
  handled_by bigint references users on delete set null,
  -- without a message: somebody decided that it needs none
  dismissed_at timestamptz,
  unique (message_id, content_sha256)
);
create index replies_of_submission on replies (submission_id, id) where submission_id is not null;
create index replies_unmatched on replies (received_at desc, id desc) where submission_id is null;
create index replies_of_sender on replies (lower(from_address), received_at);

alter table files add column reply_id bigint references replies on delete set null;
create index files_of_reply on files (reply_id) where reply_id is not null;

alter table outbox
  -- when a mail server reported that it could not deliver a sent mail, and its reason
  add column undelivered_at timestamptz,
  add column undelivered_reason text;
create index outbox_undelivered on outbox (undelivered_at) where undelivered_at is not null;
