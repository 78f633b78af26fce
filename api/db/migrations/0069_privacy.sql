-- What visitors searched for without a result, counted by the day; nobody is named, as in `view_queries`.
create table missed_searches (
  searched_day date not null,
  query text not null,
  times int not null default 1,
  primary key (searched_day, query)
);

-- Who read, exported or erased what is stored about an e-mail address, and who changed how long data is kept. The address
-- is in no column, not even as a hash: after an erasure, whoever guesses the address could compare the hash.
create table privacy_acts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('FIND', 'EXPORT', 'ERASE', 'RETENTION')),
  done_by bigint references users on delete set null,
  done_at timestamptz not null default now(),
  -- rows by table, or the durations that were set
  counts jsonb not null
);

-- The paths of the site to which an HTML text and the rendered texts of own fields link, without query and fragment.
create function linked_paths(html text, rendered jsonb) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct '/' || split_part(split_part(split_part(part, '"', 1), '?', 1), '#', 1)), '{}')
  from (select html union all select value ->> 'html' from jsonb_each(rendered)) as texts (text),
    string_to_table(text, 'href="/') with ordinality as parts (part, number)
  where number > 1
$$;
-- Finds the texts that link to an entry without reading all texts.
create index revisions_linked_paths on revisions using gin (linked_paths(html, rendered));
