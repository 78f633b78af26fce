-- Files that visitors send with a form; their bytes are in the file store.

create table files (
  -- what the form that the file goes with names it by; random, told to its sender alone
  token uuid primary key,
  -- as the sender called it, cleaned; for people to read, never part of a path
  name text not null,
  content_type text not null,
  -- how many
  bytes int not null,
  sha256 text not null,
  -- the name of its bytes in the store
  storage_key uuid not null unique,
  -- null: not used yet, or its submission is gone; removed after a day
  submission_id bigint references submissions on delete set null,
  created_at timestamptz not null default now()
);

create index files_of_submission on files (submission_id) where submission_id is not null;
create index files_unlinked on files (created_at) where submission_id is null;
