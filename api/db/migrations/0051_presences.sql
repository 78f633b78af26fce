-- The pages of the Studio that show an entry now. The server that streams to a page confirms its row every few seconds;
-- a row that is not confirmed any more counts for nothing.
create table presences (
  id uuid primary key default gen_random_uuid(),
  entry_id bigint not null references entries on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  seen_at timestamptz not null default now()
);
create index presences_of_entry on presences (entry_id);
create index presences_of_session on presences (session_id);
