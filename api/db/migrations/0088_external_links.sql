-- What the last check of each address of another site found. `failing_since` is the day of the first of the failed
-- checks that no good one has followed.
create table external_links (
  url text primary key,
  state text not null,
  status integer,
  reason text not null default '',
  moved_to text,
  checked_at timestamptz not null,
  failing_since date
);
