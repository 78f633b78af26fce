-- The Studio changes the lists: categories, interests, personas, positions and the team.

-- An item that was merged into another one, and a former address of a category, stay as hidden rows, so that texts, files
-- and links that still name them lead to the item. A row is never merged into a row that is merged itself.
-- `imported` is what the last import brought, to tell later whether the Studio or the files changed it.
alter table categories add column merged_into_id bigint references categories on delete cascade, add column imported jsonb;
alter table positions add column merged_into_id bigint references positions on delete cascade, add column imported jsonb;
alter table interests add column merged_into_id bigint references interests on delete cascade, add column imported jsonb;
alter table personas add column merged_into_id bigint references personas on delete cascade, add column imported jsonb;
alter table team_members
  add column merged_into_id bigint references team_members on delete cascade,
  add column imported jsonb,
  -- from this day on the person is not in the team
  add column left_on date,
  add column portrait text references media on delete set null;

-- Until now only imports changed the lists.
update categories set imported = jsonb_build_object('name', name, 'description', description, 'enabled', enabled,
  'order', position);
update positions set imported = jsonb_build_object('name', label, 'enabled', enabled, 'order', position);
update interests set imported = jsonb_build_object('name', label, 'description', description, 'enabled', enabled,
  'order', position);
update personas set imported = jsonb_build_object('name', label, 'description', description,
  'interests', to_jsonb(interests), 'enabled', enabled, 'order', position);
update team_members set imported = jsonb_build_object('name', name, 'position', (
    select slug from positions where id = position_id
  ), 'role', role, 'joined', joined, 'focus', focus, 'body', body, 'enabled', enabled, 'order', position);

-- What somebody did to a list, with what undoing it needs.
create table list_acts (
  id bigint generated always as identity primary key,
  list text not null,
  kind text not null check (kind in ('ADD', 'CHANGE', 'ORDER', 'MERGE', 'REMOVE')),
  -- null for an order of the whole list
  item_id bigint,
  -- the slug of the item, by which an import knows what was removed
  slug text,
  summary text not null,
  -- null once it can no longer be undone, because a removed person must not be kept
  change jsonb,
  done_by bigint references users on delete set null,
  done_at timestamptz not null default now(),
  undone_at timestamptz
);
create index list_acts_newest on list_acts (list, id desc);

-- As in migration 0037. An entry had the category into which its own was merged later.
create or replace view as_of.entries as
select entry_id as id, type, slug,
  coalesce((select merged_into_id from categories where id = category_id), category_id) as category_id, position,
  published_at, withdrawn_at, live_revision_id, next_revision_id, next_at, 0 as version, null::bigint as created_by
from entry_states where since <= as_of.now() and until > as_of.now();
