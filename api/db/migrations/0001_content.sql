-- Everything with an address is an entry; its text is an immutable revision. Reading decides by the clock which
-- revision is shown, so nothing has to run for a schedule to hold.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

create type entry_type as enum
  ('BLOG', 'TRIVIA', 'INFOGRAPHIC', 'SERVICE', 'PLAN', 'MICROSERVICE', 'APP', 'PAGE');

create table categories (
  id bigint generated always as identity primary key,
  type entry_type not null,
  slug text not null,
  name text not null,
  description text not null,
  position int not null default 0,
  enabled boolean not null default true,
  unique (type, slug),
  unique (id, type)
);

create table positions (
  id bigint generated always as identity primary key,
  slug text not null unique,
  label text not null,
  position int not null default 0,
  enabled boolean not null default true
);

create table team_members (
  id bigint generated always as identity primary key,
  slug text not null unique,
  name text not null,
  role text not null,
  focus text not null,
  joined int not null,
  position_id bigint not null references positions,
  body text not null,
  html text not null,
  position int not null default 0,
  enabled boolean not null default true
);

create table interests (
  id bigint generated always as identity primary key,
  slug text not null unique,
  label text not null,
  description text not null,
  position int not null default 0,
  enabled boolean not null default true
);

create table personas (
  id bigint generated always as identity primary key,
  slug text not null unique,
  label text not null,
  description text not null,
  interests text[] not null default '{}',
  position int not null default 0,
  enabled boolean not null default true
);

create table entries (
  id bigint generated always as identity primary key,
  type entry_type not null,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 120),
  category_id bigint,
  position int not null default 0,
  -- null: never published; in the future: scheduled
  published_at timestamptz,
  -- from then on the address answers 410
  withdrawn_at timestamptz,
  live_revision_id bigint,
  -- replaces the live revision from next_at on
  next_revision_id bigint,
  next_at timestamptz,
  -- the version an editor started from; a save of an older one is refused
  version int not null default 1,
  unique (type, slug),
  foreign key (category_id, type) references categories (id, type),
  check ((next_revision_id is null) = (next_at is null))
);

create table revisions (
  id bigint generated always as identity primary key,
  entry_id bigint not null references entries on delete cascade,
  number int not null,
  title text not null,
  summary text not null,
  body text not null,
  fields jsonb not null default '{}',
  keywords text[] not null default '{}',
  interests text[] not null default '{}',
  author_id bigint references team_members,
  revised_at timestamptz,
  -- made from body; made again when the renderer changes
  html text not null,
  toc jsonb not null default '[]',
  plain text not null,
  words int not null default 0,
  renderer int not null,
  search tsvector not null,
  created_at timestamptz not null default now(),
  unique (entry_id, number)
);

alter table entries
  add foreign key (live_revision_id) references revisions deferrable initially deferred,
  add foreign key (next_revision_id) references revisions deferrable initially deferred;

-- A slug that an entry once had.
create table former_slugs (
  type entry_type not null,
  slug text not null,
  entry_id bigint not null references entries on delete cascade,
  primary key (type, slug)
);

-- Every word that occurs in a text, so that a mistyped one can be led back to a known one.
create table search_words (word text primary key);

create table media (
  name text primary key check (name ~ '^[a-z0-9][a-z0-9._-]*$'),
  content_type text not null,
  bytes bytea not null,
  sha256 text not null,
  width int,
  height int
);

create table states (
  country_code text not null,
  code text not null,
  name text not null,
  primary key (country_code, code)
);

create table cities (
  country_code text not null,
  state_code text not null,
  name text not null
);

-- Values every instance of the server shares, such as the key that signs previews.
create table shared_values (name text primary key, value text not null);
insert into shared_values values ('preview_key', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

create index entries_newest on entries (type, published_at desc, id desc) where published_at is not null;
create index entries_of_category on entries (category_id, published_at desc, id desc) where published_at is not null;
create index entries_in_order on entries (type, position, id) where published_at is not null;
create index revisions_search on revisions using gin (search);
create index search_words_similar on search_words using gin (word gin_trgm_ops);
create index cities_of_state on cities (country_code, state_code, name);
create index states_by_name on states (country_code, name);
