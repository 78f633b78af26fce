-- Enquiries and consultations beside messages; what is suspicious is kept apart, never dropped.

alter type submission_kind add value 'ENQUIRY';
alter type submission_kind add value 'CONSULTATION';

alter table submissions
  -- page or topic an enquiry is about, as a path of the site
  add column subject text,
  add column persona text,
  add column interests text[] not null default '{}',
  add column country text,
  add column region text,
  add column city text,
  -- the open enquiry of the same sender that this one adds to
  add column merged_into bigint references submissions on delete set null,
  -- why it is suspicious; null where it is not, or no more
  add column quarantined_for text,
  -- answered, or in need of no answer
  add column closed_at timestamptz;

-- a mail about a suspicious submission waits until a person or a proof releases it
alter table outbox add column held boolean not null default false;

drop index outbox_due;
create index outbox_due on outbox (due_at) where sent_at is null and dead_at is null and not held;
create index outbox_of_submission on outbox (submission_id);
create index submissions_merged on submissions (merged_into) where merged_into is not null;

-- one key signs every kind of token, each under a name of its own
update shared_values set name = 'signing_key' where name = 'preview_key';
