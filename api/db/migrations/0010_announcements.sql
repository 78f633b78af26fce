-- Every change of what pages show announces itself on the channel `content_changed`, inside the transaction that makes it:
-- it is heard when that transaction is committed, and never where it is not. The payload names the kind of content, a type
-- of entry or `categories`, `team`, `personas`; the same one is sent once however many rows a transaction changes.

create function announce_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old is not distinct from new then return null; end if;
  if tg_op <> 'INSERT' then perform pg_notify('content_changed', old.type::text); end if;
  if tg_op <> 'DELETE' then perform pg_notify('content_changed', new.type::text); end if;
  return null;
end $$;

-- A new revision is shown only once its entry points at it, which is a change of the entry.
create function announce_revision() returns trigger language plpgsql as $$
begin
  if old is distinct from new then
    perform pg_notify('content_changed', type::text) from entries where id in (old.entry_id, new.entry_id);
  end if;
  return null;
end $$;

-- Tables whose rows all belong to one kind, given as the trigger's argument.
create function announce_kind() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old is not distinct from new then return null; end if;
  perform pg_notify('content_changed', tg_argv[0]);
  return null;
end $$;

-- A table that is emptied at once has no rows to name.
create function announce_everything() returns trigger language plpgsql as $$
begin
  perform pg_notify('content_changed', '*');
  return null;
end $$;

create trigger announce after insert or update or delete on entries
  for each row execute function announce_entry();
create trigger announce after insert or update or delete on former_slugs
  for each row execute function announce_entry();
create trigger announce after update on revisions
  for each row execute function announce_revision();
create trigger announce after insert or update or delete on categories
  for each row execute function announce_kind('categories');
create trigger announce after insert or update or delete on positions
  for each row execute function announce_kind('team');
create trigger announce after insert or update or delete on team_members
  for each row execute function announce_kind('team');
create trigger announce after insert or update or delete on interests
  for each row execute function announce_kind('personas');
create trigger announce after insert or update or delete on personas
  for each row execute function announce_kind('personas');

do $$
declare name text;
begin
  foreach name in array array['entries', 'former_slugs', 'revisions', 'categories', 'positions', 'team_members',
    'interests', 'personas']
  loop
    execute format('create trigger announce_emptied after truncate on %I execute function announce_everything()', name);
  end loop;
end $$;

-- When something becomes due next is asked after every change; entries_newest serves published_at.
create index entries_next_at on entries (type, next_at) where next_at is not null;
create index entries_withdrawn_at on entries (type, withdrawn_at) where withdrawn_at is not null;
