-- Mails that were given up are counted every few seconds while the Studio is open.
create index outbox_given_up on outbox (submission_id) where dead_at is not null and sent_at is null;
