-- What an operator asks for all the time is found without reading the mails that were sent long ago.

create index outbox_sent on outbox (sent_at) where sent_at is not null;
create index outbox_dead on outbox (dead_at) where dead_at is not null;
create index submissions_quarantined on submissions (id) where quarantined_for is not null;
