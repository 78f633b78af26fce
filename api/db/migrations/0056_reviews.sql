-- Drafts that wait for an editor (SUBMITTED), or that an editor sent back to the author (RETURNED). A draft that is
-- published or discarded has no review.
create table reviews (
  entry_id bigint primary key references drafts on delete cascade,
  state text not null check (state in ('SUBMITTED', 'RETURNED')),
  -- the version of the draft that was submitted
  draft_version int not null,
  -- what the author says to the editors, and what an editor answers
  message text not null default '',
  note text not null default '',
  submitted_by bigint references users on delete set null,
  submitted_at timestamptz not null default now(),
  returned_by bigint references users on delete set null,
  returned_at timestamptz
);
