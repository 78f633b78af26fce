-- What the Studio's library knows about a picture besides its bytes.
alter table media
  -- null: nobody has described the picture yet; empty: it is decorative
  add column alt text,
  -- the point that a cropped picture keeps in view, as shares of the width and the height
  add column focus_x float8 not null default 0.5 check (focus_x between 0 and 1),
  add column focus_y float8 not null default 0.5 check (focus_y between 0 and 1),
  add column version int not null default 1,
  add column stored_at timestamptz not null default now(),
  add column stored_by bigint references users on delete set null,
  -- what the last import brought; null for a picture that was uploaded in the Studio
  add column imported jsonb;

update media set imported =
  jsonb_build_object('sha256', sha256, 'alt', null, 'focusX', focus_x, 'focusY', focus_y);

-- The files that a picture had before it was replaced or removed.
create table former_media (
  id bigint generated always as identity primary key,
  name text not null,
  content_type text not null,
  bytes bytea not null,
  sha256 text not null,
  width int,
  height int,
  alt text,
  replaced_at timestamptz not null default now(),
  replaced_by bigint references users on delete set null
);
create index former_media_of_name on former_media (name, id desc);

-- The names of the pictures in a text. Texts are rendered again at the next start, which fills the column.
alter table revisions add column pictures text[] not null default '{}';
create index revisions_with_picture on revisions using gin (pictures);

-- Where each picture is shown: by the text that visitors see, by a scheduled one, and by a draft.
create view picture_uses as
  select unnest(r.pictures) as name, e.id as entry_id, e.type, r.title,
    case when r.id = e.live_revision_id then 'PUBLISHED' else 'SCHEDULED' end as place
  from entries e join revisions r on r.id in (e.live_revision_id, e.next_revision_id)
  union all
  select distinct found[1], e.id, e.type, d.content ->> 'title', 'DRAFT'
  from drafts d join entries e on e.id = d.entry_id,
    regexp_matches(d.content ->> 'body', 'media/([a-z0-9][a-z0-9._-]*)', 'g') as found;
