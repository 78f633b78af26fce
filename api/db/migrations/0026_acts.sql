-- What editors did that visitors see, with the state of the entry before, so that it can be undone.

create table acts (
  id bigint generated always as identity primary key,
  entry_id bigint not null references entries on delete cascade,
  kind text not null check (kind in ('PUBLISH', 'SCHEDULE', 'WITHDRAW', 'SHOW')),
  done_by bigint references users on delete set null,
  done_at timestamptz not null default now(),
  undone_at timestamptz,
  before jsonb not null,
  -- the version of the entry after the act: a later act, an import or a rename makes it another
  version int not null
);
create index acts_of_entry on acts (entry_id, id desc);
