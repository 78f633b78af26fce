-- The advisers who give consultations, each with working hours, exceptions, days off and a secret calendar feed. Until
-- now they were the numbers 1 to consultation_settings.advisers, and all worked the company's hours.
-- Additive: rows of the earlier release have no buffers, so they satisfy the new constraints. A server of the earlier
-- release that books over the buffer of an adviser is refused as for a time that is taken.

create table consultation_advisers (
  -- consultations.adviser. There is no foreign key: servers of the earlier release write the numbers 1 to
  -- consultation_settings.advisers, which every server keeps as high as the number of advisers.
  id int primary key check (id >= 1),
  -- empty until somebody names the adviser
  name text not null default '',
  -- gets a copy of the company's mails about this adviser's consultations
  email text,
  user_id bigint unique references users on delete set null,
  -- place in the list of colours of the Studio
  colour int not null default 0 check (colour between 0 and 7),
  -- false: the company's hours, in the company's zone
  has_own_hours boolean not null default false,
  -- IANA name, of the adviser's own hours and mails; null: the company's
  time_zone text,
  -- minutes before and after each consultation in which the adviser has no other
  buffer_before int not null default 0 check (buffer_before between 0 and 240),
  buffer_after int not null default 0 check (buffer_after between 0 and 240),
  -- where this adviser meets visitors; null: as the setting `forms` says
  video_link text,
  place text,
  -- the first day without consultations; null: the adviser stays
  gone_on date,
  -- SHA-256 of the key of the calendar feed; null: there is no feed
  feed_sha256 text unique,
  feed_made_at timestamptz,
  -- counts changes of this row and of its hours, so that two people do not overwrite each other
  version int not null default 1
);

insert into consultation_advisers (id) select generate_series(1, advisers) from consultation_settings;
-- Advisers that were taken away, and still have consultations.
insert into consultation_advisers (id, gone_on) select distinct adviser, current_date from consultations on conflict do nothing;

-- The usual week of an adviser with hours of their own; a day may have several stretches.
create table consultation_adviser_hours (
  adviser int not null references consultation_advisers on delete cascade,
  weekday int not null check (weekday between 1 and 7),
  opens time not null,
  closes time not null,
  primary key (adviser, weekday, opens),
  check (closes > opens)
);

-- Other hours on one date, in place of the usual ones of that day.
create table consultation_exceptions (
  adviser int not null references consultation_advisers on delete cascade,
  day date not null,
  opens time not null,
  closes time not null,
  primary key (adviser, day, opens),
  check (closes > opens)
);

create table consultation_adviser_days_off (
  adviser int not null references consultation_advisers on delete cascade,
  day date not null,
  reason text not null default '',
  -- read from a calendar file; the next file replaces these days
  from_file boolean not null default false,
  primary key (adviser, day)
);

alter table consultation_days_off add column from_file boolean not null default false;

alter table consultations
  -- `during` with the buffers of its adviser; null: without buffers
  add column blocked tstzrange,
  -- how the call takes place; null: as the setting `forms` says
  add column channel text,
  -- the link or the address of this consultation alone; null: the adviser's or the company's
  add column place text,
  -- when a user of the Studio said that the visitor did not come
  add column no_show_at timestamptz,
  -- the user who booked for a caller; null: the visitor booked
  add column booked_by bigint references users on delete set null,
  add constraint consultations_blocked check (blocked is null or blocked @> during),
  add constraint consultations_no_overlap_blocked
    exclude using gist (adviser with =, (coalesce(blocked, during)) with &&) where (status not in ('CANCELLED', 'LAPSED'));

-- The Studio lists consultations by time.
create index consultations_during on consultations using gist (during);
