-- How people work on the messages of visitors: who answers, what was done, who has read. An answer is a mail of the outbox.
-- Additive: a server of an earlier release inserts presences with an entry and without a submission, as the check demands.

-- The text as the search in messages compares it: lower case, without accents, and equal in half and full width. The search
-- path is fixed, because a restored dump computes the column of `submissions` with an empty one.
create function fold_message_text(text) returns text language plpgsql immutable strict set search_path from current as $$
begin
  return lower(unaccent(fold_letters($1)));
end $$;

alter table submissions
  add column assigned_to bigint references users on delete set null,
  -- since when the visitor has an answer, so that the next word is the visitor's; null: it is the company's
  add column waiting_since timestamptz,
  add column tags text[] not null default '{}',
  -- when the visitor wrote last: this message, one that was merged into it, or a mail
  add column heard_at timestamptz not null default now(),
  add column search_text text not null generated always as (
    fold_message_text(reference || ' ' || name || ' ' || email || ' ' || coalesce(company, '') || ' ' || message)) stored;

update submissions set heard_at = greatest(created_at, (
  select max(merged.created_at) from submissions merged where merged.merged_into = submissions.id));

create index submissions_search on submissions using gin (search_text gin_trgm_ops);
create index submissions_heard on submissions (heard_at desc, id desc) where merged_into is null;
-- what needs a person; its number is counted every few seconds while the Studio is open
create index submissions_open on submissions (heard_at desc, id desc)
  where merged_into is null and closed_at is null and waiting_since is null and quarantined_for is null;
create index submissions_assigned on submissions (assigned_to, heard_at desc, id desc) where assigned_to is not null;
create index submissions_tags on submissions using gin (tags);

-- A user has read a message up to a moment. What the visitor wrote later is unread.
create table submission_reads (
  user_id bigint not null references users on delete cascade,
  submission_id bigint not null references submissions on delete cascade,
  read_at timestamptz not null default now(),
  primary key (user_id, submission_id)
);
create index submission_reads_of_submission on submission_reads (submission_id);

-- Everything that was done with a message. Rows are added; of a stored one only the undoing is noted.
create table message_acts (
  id bigint generated always as identity primary key,
  submission_id bigint not null references submissions on delete cascade,
  -- one of `messageActKinds` in contract/studio/message-kinds.ts
  kind text not null,
  -- equal for the messages of one bulk act, which is undone as a whole
  group_id uuid not null default gen_random_uuid(),
  -- null: the command line, or the server itself
  done_by bigint references users on delete set null,
  done_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by bigint references users on delete set null,
  -- the columns of the message that the act changed, as they were before and after it
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  -- the words of a note, or the reason
  text text not null default ''
);
create index message_acts_of_submission on message_acts (submission_id, id);
create index message_acts_of_group on message_acts (group_id);
create index message_acts_undone on message_acts (undone_at) where undone_at is not null;

alter table outbox
  add column written_by bigint references users on delete set null,
  -- the person and the company, such as "Ada of WSE"; null for mails that no person wrote
  add column from_name text,
  -- with angle brackets (RFC 5322, section 3.6.4); fixed at the writing of an answer, at the sending of other mails
  add column message_id text,
  add column in_reply_to text,
  add column reference_ids text[] not null default '{}',
  -- when the whole text of an answer was given to the mail server, before its acknowledgement; null: surely not sent
  add column handed_over_at timestamptz;

create index outbox_message_id on outbox (message_id) where message_id is not null;
create index outbox_answers_due on outbox (due_at) where from_name is not null and sent_at is null and dead_at is null and not held;

-- Pages of the Studio show an entry or a message, and a person may be writing an answer there.
alter table presences alter column entry_id drop not null;
alter table presences
  add column submission_id bigint references submissions on delete cascade,
  add column is_writing boolean not null default false,
  add check (num_nonnulls(entry_id, submission_id) = 1);
create index presences_of_submission on presences (submission_id);
