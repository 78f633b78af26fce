-- The version of the content schema that a text was written with (contract/studio/content-versions.ts). Texts that were
-- stored before have version 0. Every writer names the version, so there is no default.
alter table revisions add column schema_version int not null default 0;
alter table revisions alter column schema_version drop default;
alter table drafts add column schema_version int not null default 0;
alter table drafts alter column schema_version drop default;
alter table draft_saves add column schema_version int not null default 0;
alter table draft_saves alter column schema_version drop default;

-- As in migration 0037, with the new column.
create or replace view as_of.revisions as
select id, entry_id, number, title, summary, body, fields, keywords, interests, author_id, revised_at, html, toc, plain,
  words, renderer,
  case when revisions.head = '' then coalesce(superseded_vectors.search, '') else revisions.search end as search,
  created_at,
  case when revisions.head = '' then coalesce(superseded_vectors.head, '') else revisions.head end as head,
  cover, published_by, pictures, schema_version
from revisions left join superseded_vectors on revision_id = id;
