-- How often visitors were redirected, by the address of the redirect.
create table redirect_hits (
  path text primary key,
  times bigint not null,
  last_day date not null
);

-- Addresses without a page that visitors asked for, by day. `referrer` is the path of a page of this site that led
-- there, empty for none. The row without a path counts what programs asked for that look for weak spots.
create table missing_pages (
  day date not null,
  path text not null,
  referrer text not null default '',
  times integer not null,
  primary key (day, path, referrer)
);
