-- What visitors send, and the mails about it. A mail is queued in the transaction that stores what it tells.

create type submission_kind as enum ('CONTACT');

create table submissions (
  id bigint generated always as identity primary key,
  reference text not null unique,
  kind submission_kind not null,
  -- the form's key: the same key again is the same submission
  idempotency_key uuid not null unique,
  body_sha256 text not null,
  name text not null,
  email text not null,
  message text not null,
  company text,
  -- as typed, and as E.164 where it is a telephone number
  contact_number text,
  phone text,
  source_path text,
  created_at timestamptz not null default now()
);

create table outbox (
  id bigint generated always as identity primary key,
  submission_id bigint references submissions on delete cascade,
  recipient text not null,
  reply_to text,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now(),
  -- tried from then on
  due_at timestamptz not null default now(),
  attempts int not null default 0,
  last_error text,
  sent_at timestamptz,
  -- given up; kept for a person to see
  dead_at timestamptz
);

create index submissions_newest on submissions (created_at desc);
create index submissions_of_sender on submissions (lower(email));
create index outbox_due on outbox (due_at) where sent_at is null and dead_at is null;
