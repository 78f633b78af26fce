-- What the site measures: page views, downloads, forms, bookings and speed. No row leads to a person.

-- The raw rows, each a count in a quarter of an hour, in which the midnight of every time zone lies between two rows.
-- `visitor`: a hash whose salt is thrown away after the day; null where nothing tells visitors apart.
create table measurements (
  measured_at timestamptz not null,
  kind text not null,
  name text not null,
  detail text not null default '',
  country text not null default '',
  visitor bigint,
  times int not null default 1
);
create index measurements_measured_at on measurements (measured_at);

-- The sums of a whole day of the company's time zone. Each day that was summed has a row of the kind `all`.
-- An empty `name` stands for those that are not listed by name.
create table daily_numbers (
  day date not null,
  kind text not null,
  name text not null default '',
  detail text not null default '',
  times bigint not null,
  visitors int not null default 0,
  primary key (kind, day, name, detail) include (times, visitors)
);
create index daily_numbers_of_name on daily_numbers (kind, name, day);

-- The secret of a day's hashes. Unlogged, so that no backup and no archive holds it.
create unlogged table visitor_salts (
  day date primary key,
  salt bytea not null
);
