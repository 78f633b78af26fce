-- The log: who did what and when, for the people who run the site. A record is stored in the transaction of the act,
-- without a lock that would make writers wait for each other. Afterwards it is sealed: it gets the next number, and a
-- hash over the former record's hash and its own values (api/log/seal.ts).
create table log_records (
  id bigint generated always as identity primary key,
  -- a kind of contract/studio/log-kinds.ts
  kind text not null,
  done_at timestamptz(3) not null default clock_timestamp(),
  -- a user; null: the command line, the server itself, or nobody who is known. There is no foreign key, because the record stays
  -- where a user is removed.
  done_by bigint,
  -- what the act was about, such as an entry and its id
  subject_type text,
  subject_id text,
  -- a few facts; never the personal data of a visitor
  facts jsonb not null default '{}',
  -- 1, 2, 3 and so on without a gap; null until the record is sealed
  number bigint unique,
  hash bytea,
  check ((number is null) = (hash is null))
);
create index log_records_unsealed on log_records (id) where number is null;
create index log_records_kind on log_records (kind text_pattern_ops, number);
create index log_records_done_by on log_records (done_by, number);
create index log_records_subject on log_records (subject_type, subject_id, number);
create index log_records_done_at on log_records (done_at);

-- Nothing is changed or removed, but for the seal. Records older than a year are removed once a record of the kind
-- system.CUT names the last number that goes. A superuser can switch this off; the hashes then tell (npx site log verify).
create function guard_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.number is null and (new.id, new.kind, new.done_at, new.done_by, new.subject_type, new.subject_id, new.facts)
      is not distinct from (old.id, old.kind, old.done_at, old.done_by, old.subject_type, old.subject_id, old.facts)
    then return new;
    end if;
  elsif tg_op = 'DELETE' then
    if old.done_at < now() - interval '1 year' and exists (
      select from log_records where kind = 'system.CUT' and (facts ->> 'number')::bigint >= old.number
    ) then return old;
    end if;
  end if;
  raise exception 'The log is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger guard_log before update or delete on log_records for each row execute function guard_log();
create trigger guard_log_truncate before truncate on log_records for each statement execute function guard_log();
