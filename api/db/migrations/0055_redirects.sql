-- Redirects that editors add, from addresses at which nothing is, to an entry or to another page of the site. The former
-- addresses of renamed entries are in `former_slugs`.
create table redirects (
  path text primary key,
  entry_id bigint references entries on delete cascade,
  target text,
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  check ((entry_id is null) <> (target is null))
);
create index redirects_to_entry on redirects (entry_id);
