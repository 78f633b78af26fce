-- What became of drafts, versions that are kept under a name, and entries that were deleted.
-- Additive: the added check concerns the added columns, which earlier servers leave null.

alter table draft_saves
  -- why this save is the last of its draft; null while later saves continue the draft
  add column outcome text check (outcome in ('PUBLISHED', 'REPLACED', 'DISCARDED')),
  add column ended_at timestamptz,
  add column ended_by bigint references users on delete set null,
  add check ((outcome is null) = (ended_at is null));

-- Revisions that somebody kept under a name without publishing them.
create table kept_versions (
  revision_id bigint primary key references revisions on delete cascade,
  label text not null,
  kept_by bigint references users on delete set null,
  -- a revision has no category and no place of its own, but what was kept had
  category_id bigint references categories on delete set null,
  position int not null
);

-- Entries that were deleted before they were published. They can be restored for 30 days, under the same id.
create table deleted_entries (
  id bigint primary key,
  type entry_type not null,
  slug text not null,
  title text not null,
  created_by bigint references users on delete set null,
  -- revisions from the oldest to the newest, as editors write them
  revisions jsonb not null,
  deleted_by bigint references users on delete set null,
  deleted_at timestamptz not null default now()
);
create index deleted_entries_newest on deleted_entries (deleted_at desc);

-- The saves of deleted entries, as in `draft_saves`. The last one is the draft.
create table deleted_saves (
  entry_id bigint not null references deleted_entries on delete cascade,
  version int not null,
  content jsonb not null,
  saved_by bigint references users on delete set null,
  saved_at timestamptz not null,
  schema_version int not null,
  outcome text,
  ended_at timestamptz,
  ended_by bigint references users on delete set null,
  primary key (entry_id, version)
);
