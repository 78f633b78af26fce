-- One act on several entries, with what happened to each. A row per entry is stored before the first entry changes, so
-- that a report exists even where the server ends in the middle.

create table bulk_acts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('PUBLISH', 'WITHDRAW', 'CATEGORISE')),
  -- the category that CATEGORISE gives
  category_id bigint references categories on delete set null,
  done_by bigint references users on delete set null,
  done_at timestamptz not null default now(),
  undone_at timestamptz
);
create index bulk_acts_newest on bulk_acts (done_at desc);

create table bulk_act_entries (
  bulk_act_id bigint not null references bulk_acts on delete cascade,
  entry_id bigint not null references entries on delete cascade,
  -- WAITING: not reached; KEPT: not undone, because somebody changed the entry since
  state text not null check (state in ('WAITING', 'DONE', 'REFUSED', 'KEPT')),
  reason text,
  act_id bigint references acts on delete set null,
  primary key (bulk_act_id, entry_id)
);
create index bulk_act_entries_of_entry on bulk_act_entries (entry_id);
create index bulk_act_entries_of_act on bulk_act_entries (act_id);

alter table acts drop constraint acts_kind_check;
alter table acts add constraint acts_kind_check
  check (kind in ('PUBLISH', 'SCHEDULE', 'WITHDRAW', 'SHOW', 'CATEGORISE', 'RENAME'));
