-- What was read, counted by the hour; and what was searched for on the way there, counted by the day. The two are apart, so
-- that the words a person typed never stand beside an identifier.

create table views (
  entry_id bigint not null references entries on delete cascade,
  -- a full hour in UTC; nothing here is finer
  viewed_hour timestamptz not null check (viewed_hour = date_trunc('hour', viewed_hour, 'UTC')),
  -- the device, where its visitor agreed; null for everybody else
  device text,
  times int not null default 1,
  unique nulls not distinct (entry_id, viewed_hour, device)
);

create table view_queries (
  entry_id bigint not null references entries on delete cascade,
  viewed_day date not null,
  query text not null,
  times int not null default 1,
  unique (entry_id, viewed_day, query)
);

create index views_oldest on views (viewed_hour);
create index view_queries_oldest on view_queries (viewed_day);
