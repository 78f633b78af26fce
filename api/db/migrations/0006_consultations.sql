-- Free consultations: when they are given, and who has which time. The database itself forbids that an adviser has two at once.

-- an exclusion constraint that also compares a number
create extension if not exists btree_gist;

create table consultation_settings (
  -- one row and no other
  id boolean primary key default true check (id),
  -- IANA name; null: the zone the company works in
  time_zone text,
  slot_minutes int not null default 30 check (slot_minutes between 5 and 480),
  -- from one start to the next; less than the length makes starts that overlap
  step_minutes int not null default 30 check (step_minutes between 5 and 480),
  lead_minutes int not null default 1440 check (lead_minutes between 0 and 43200),
  horizon_days int not null default 30 check (horizon_days between 1 and 800),
  advisers int not null default 2 check (advisers between 1 and 50),
  hold_minutes int not null default 5 check (hold_minutes between 1 and 60)
);

insert into consultation_settings default values;

-- local times of the zone above; a day may have several stretches
create table consultation_hours (
  -- ISO: 1 is Monday
  weekday int not null check (weekday between 1 and 7),
  opens time not null,
  closes time not null,
  primary key (weekday, opens),
  check (closes > opens)
);

insert into consultation_hours (weekday, opens, closes) select day, '09:00', '17:00' from generate_series(1, 5) day;

create table consultation_days_off (
  day date primary key,
  reason text not null default ''
);

create type consultation_status as enum ('HELD', 'BOOKED', 'CANCELLED');

create table consultations (
  id uuid primary key default gen_random_uuid(),
  adviser int not null check (adviser >= 1),
  during tstzrange not null check (not isempty(during) and lower(during) is not null and upper(during) is not null),
  status consultation_status not null,
  held_until timestamptz,
  -- IANA name of the zone it was chosen in
  time_zone text not null,
  -- of the calendar file, RFC 5546: higher with each change
  sequence int not null default 0,
  submission_id bigint unique references submissions on delete cascade,
  created_at timestamptz not null default now(),
  check ((status = 'HELD') = (held_until is not null)),
  check ((status = 'HELD') = (submission_id is null)),
  constraint consultations_no_overlap exclude using gist (adviser with =, during with &&) where (status <> 'CANCELLED')
);

create index consultations_held on consultations (held_until) where status = 'HELD';

alter table outbox
  -- an iCalendar file that goes with the mail, and what it asks of the calendar (RFC 5546, METHOD)
  add column calendar text,
  add column calendar_method text,
  -- told in advance; taken back where what it tells changes
  add column is_reminder boolean not null default false,
  add check ((calendar is null) = (calendar_method is null));
