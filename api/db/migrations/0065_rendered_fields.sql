-- HTML of the texts and pictures in the own fields of a revision. The first start renders earlier revisions again.
alter table revisions add column rendered jsonb not null default '{}';

-- As in migration 0045, with the new column.
create or replace view as_of.revisions as
select id, entry_id, number, title, summary, body, fields, keywords, interests, author_id, revised_at, html, toc, plain,
  words, renderer,
  case when revisions.head = '' then coalesce(superseded_vectors.search, '') else revisions.search end as search,
  created_at,
  case when revisions.head = '' then coalesce(superseded_vectors.head, '') else revisions.head end as head,
  cover, published_by, pictures, schema_version, rendered
from revisions left join superseded_vectors on revision_id = id;

-- As in migration 0029. A draft also shows the pictures that its own fields name, by themselves or in a text.
create or replace view picture_uses as
  select unnest(r.pictures) as name, e.id as entry_id, e.type, r.title,
    case when r.id = e.live_revision_id then 'PUBLISHED' else 'SCHEDULED' end as place
  from entries e join revisions r on r.id in (e.live_revision_id, e.next_revision_id)
  union all
  select distinct found[1], e.id, e.type, d.content ->> 'title', 'DRAFT'
  from drafts d join entries e on e.id = d.entry_id,
    lateral (
      select d.content ->> 'body' as text
      union all
      select text #>> '{}' from jsonb_path_query(d.content -> 'fields', 'strict $.** ? (@.type() == "string")') as text
    ) as texts,
    regexp_matches(text, '(?:media/|^)([a-z0-9][a-z0-9._-]*)', 'g') as found
  where text like '%media/%' or (text = found[1] and text like '%.%');

-- As in migration 0059, with the texts of own fields.
create or replace function index_draft() returns trigger language plpgsql as $$
begin
  insert into draft_texts (entry_id, title, author, search)
  select new.entry_id, coalesce(new.content ->> 'title', ''), new.content ->> 'author',
    to_tsvector('english', unaccent(segment_words(spell_symbols(
      concat_ws(' ', new.content ->> 'title', new.content ->> 'summary', new.content ->> 'body',
        (select string_agg(text #>> '{}', ' ')
          from jsonb_path_query(new.content -> 'fields', 'strict $.** ? (@.type() == "string")') as text))), true)))
  on conflict (entry_id) do update
    set title = excluded.title, author = excluded.author, search = excluded.search;
  return null;
end $$;
update drafts set content = content where content ->> 'fields' <> '{}';
