-- What the last import brought about each entry, to tell later whether the Studio or the files changed it.
create table imported_entries (
  entry_id bigint primary key references entries on delete cascade,
  -- the slug of the entry's file, which the Studio may have renamed since
  slug text not null,
  -- the text and the times of the file; null where there was the file of a draft only
  source jsonb,
  -- the content of the file of the draft; null without one
  draft jsonb,
  -- of both contents
  schema_version int not null,
  -- the version of the entry after the import: a later one was made by somebody else
  version int not null,
  -- whether the entry had nothing then that its files had not
  is_whole boolean not null,
  imported_at timestamptz not null default now()
);

-- Until now imports kept no record. An entry that an import stored has a revision that nobody published. Its first act in
-- the Studio knows what the entry was before. Redirects are taken to be the Studio's, so that no import removes them.
create function pg_temp.iso(moment timestamptz) returns text language sql as
  $$ select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

insert into imported_entries (entry_id, slug, source, schema_version, version, is_whole, imported_at)
select e.id, coalesce(first_act.before ->> 'slug', e.slug),
  jsonb_build_object(
    'content', jsonb_build_object('title', r.title, 'summary', r.summary, 'body', r.body, 'author', m.slug,
      'category', c.slug, 'keywords', to_jsonb(r.keywords), 'interests', to_jsonb(r.interests),
      'position', coalesce((first_act.before ->> 'position')::int, e.position),
      'revisedAt', pg_temp.iso(r.revised_at), 'fields', r.fields),
    'next', case when first_act.before is null and n.published_by is null and n.id is not null then jsonb_build_object(
      'at', pg_temp.iso(e.next_at), 'content', jsonb_build_object('title', n.title, 'summary', n.summary, 'body', n.body,
        'author', nm.slug, 'category', c.slug, 'keywords', to_jsonb(n.keywords), 'interests', to_jsonb(n.interests),
        'position', e.position, 'revisedAt', pg_temp.iso(n.revised_at), 'fields', n.fields)) end,
    'publishedAt', case when first_act.before is null then pg_temp.iso(e.published_at) else first_act.before ->> 'publishedAt' end,
    'withdrawnAt', case when first_act.before is null then pg_temp.iso(e.withdrawn_at) else first_act.before ->> 'withdrawnAt' end,
    'formerSlugs', '[]'::jsonb),
  -- Converting a text of version 1 from version 0 does not change it.
  least(r.schema_version, n.schema_version), e.version, first_act.before is null, r.created_at
from entries e
join lateral (
  select * from revisions where entry_id = e.id and published_by is null and id is distinct from e.next_revision_id
  order by number desc limit 1
) as r on true
left join team_members m on m.id = r.author_id
left join revisions n on n.id = e.next_revision_id
left join team_members nm on nm.id = n.author_id
left join lateral (select before from acts where entry_id = e.id order by id limit 1) as first_act on true
left join categories c on c.id = coalesce((first_act.before ->> 'categoryId')::bigint, e.category_id);
