-- The limit of mails to one recipient counts all spellings of a Gmail address together. The expression is that of
-- `createRecipientKeySql` in api/messages/outbox/recipient-limit.ts.
-- Additive: a server of the earlier release counts without the index, only more slowly.
drop index outbox_of_recipient;
create index outbox_of_recipient on outbox (
  regexp_replace(lower(recipient), '\+[^@]*(?=@)|\.(?=[^@]*@(?:gmail|googlemail)\.com$)|(?<=@g)oogle(?=mail\.com$)', '', 'g'),
  sent_at
);
