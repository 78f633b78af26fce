-- The site as of a moment. Every state that an entry had is kept with the time for which it applied. The schema `as_of` has
-- views with the names of the tables that change with time, and a `now()`; a transaction that puts the schema first in its
-- search path (`api/moments/view-as-of.ts`) reads them in place of the tables, by the same queries.

create table entry_states (
  entry_id bigint not null references entries on delete cascade,
  since timestamptz not null,
  -- exclusive; infinity: the state of today
  until timestamptz not null,
  type entry_type not null,
  slug text not null,
  category_id bigint,
  position int not null,
  published_at timestamptz,
  withdrawn_at timestamptz,
  live_revision_id bigint,
  next_revision_id bigint,
  next_at timestamptz,
  primary key (entry_id, since),
  check (since < until)
);
create index entry_states_of_slug on entry_states (type, slug);
create index entry_states_newest on entry_states (type, published_at desc);

-- Runs at commit, so that a state applies from the moment at which visitors see it, and a rolled-back preview records
-- nothing. An entry that comes with an earlier date of publication counts as published since then.
create function record_entry_state() returns trigger language plpgsql as $$
declare
  -- later than the last state even if the clock was set back
  moment timestamptz := greatest(clock_timestamp(),
    (select max(since) + interval '1 microsecond' from entry_states where entry_id = new.id));
  entry entries;
begin
  select * into entry from entries where id = new.id;
  if not found then return null; end if;
  -- Nobody has seen an entry that was never published.
  if entry.published_at is null and not exists (select from entry_states where entry_id = entry.id) then
    return null;
  end if;
  update entry_states set until = moment
  where entry_id = entry.id and until = 'infinity'
    and (slug, category_id, position, published_at, withdrawn_at, live_revision_id, next_revision_id, next_at)
      is distinct from (entry.slug, entry.category_id, entry.position, entry.published_at, entry.withdrawn_at,
        entry.live_revision_id, entry.next_revision_id, entry.next_at);
  insert into entry_states
  select entry.id,
    case when exists (select from entry_states where entry_id = entry.id) then moment
      else least(moment, entry.published_at) end,
    'infinity', entry.type, entry.slug, entry.category_id, entry.position, entry.published_at, entry.withdrawn_at,
    entry.live_revision_id, entry.next_revision_id, entry.next_at
  where not exists (select from entry_states where entry_id = entry.id and until = 'infinity');
  return null;
end $$;

create constraint trigger record_inserted after insert on entries deferrable initially deferred
  for each row execute function record_entry_state();
create constraint trigger record_updated after update on entries deferrable initially deferred
  for each row when (
    (old.slug, old.category_id, old.position, old.published_at, old.withdrawn_at, old.live_revision_id,
      old.next_revision_id, old.next_at)
    is distinct from (new.slug, new.category_id, new.position, new.published_at, new.withdrawn_at, new.live_revision_id,
      new.next_revision_id, new.next_at))
  execute function record_entry_state();

-- Until now only texts were kept: everything else is taken to have been as it is today.
insert into entry_states
select e.id, text.since, coalesce(lead(text.since) over of_entry, 'infinity'), e.type, e.slug,
  e.category_id, e.position, e.published_at, e.withdrawn_at, text.id,
  case when text.id = e.live_revision_id then e.next_revision_id end,
  case when text.id = e.live_revision_id then e.next_at end
from entries e join (
  select distinct on (r.entry_id, since) r.entry_id, r.id,
    case when r.number = min(r.number) over (partition by r.entry_id) then '-infinity' else r.created_at end as since
  from revisions r join entries e on e.id = r.entry_id join revisions live on live.id = e.live_revision_id
  where r.number < live.number or r.id = live.id
  order by r.entry_id, since, r.number desc
) as text on text.entry_id = e.id
where e.published_at is not null
window of_entry as (partition by e.id order by text.since);

insert into shared_values values ('entry_states_since', now()::text);

-- The search vectors of revisions that have left the search index because they are no longer shown.
create table superseded_vectors (
  revision_id bigint primary key references revisions on delete cascade,
  head tsvector not null,
  search tsvector not null
);
alter table superseded_vectors alter column search set storage external;

-- Those of revisions that left before now are made from their plain text, which is nearly what was indexed.
insert into superseded_vectors
select id, head, head || setweight(to_tsvector('english', unaccent(plain)), 'D')
from (
  select r.id, plain, setweight(to_tsvector('english', unaccent(title)) || to_tsvector('simple', unaccent(title)), 'A')
    || setweight(to_tsvector('english', unaccent(concat_ws(' ', summary, array_to_string(keywords, ' ')))), 'B')
    || array_to_tsvector(array['=' || type::text]) as head
  from revisions r join entries e on e.id = r.entry_id where r.head = ''
) as superseded;

-- Since when an address is a former one; of those before now it is not known.
alter table former_slugs add column since timestamptz not null default '-infinity';
alter table former_slugs alter column since set default now();

create schema as_of;

-- The moment that the transaction has set.
create function as_of.now() returns timestamptz language sql stable
return current_setting('site.moment')::timestamptz;

-- Version and author of an entry have no history, and no page shows them.
create view as_of.entries as
select entry_id as id, type, slug, category_id, position, published_at, withdrawn_at, live_revision_id, next_revision_id,
  next_at, 0 as version, null::bigint as created_by
from entry_states where since <= as_of.now() and until > as_of.now();

create view as_of.revisions as
select id, entry_id, number, title, summary, body, fields, keywords, interests, author_id, revised_at, html, toc, plain,
  words, renderer,
  case when revisions.head = '' then coalesce(superseded_vectors.search, '') else revisions.search end as search,
  created_at,
  case when revisions.head = '' then coalesce(superseded_vectors.head, '') else revisions.head end as head,
  cover, published_by, pictures
from revisions left join superseded_vectors on revision_id = id;

-- Addresses that were former ones then: given by an import, or left by a rename.
create view as_of.former_slugs as
select distinct on (type, slug) type, slug, entry_id, since
from (
  select type, slug, entry_id, since from former_slugs
  union all
  select type, slug, entry_id, until from entry_states where published_at is not null and until < 'infinity'
) as former
where since <= as_of.now()
order by type, slug, since desc;

create view as_of.shown_months as
select type, category_id, month_of(published_at) as published_month, count(*)::int as shown
from as_of.entries
where published_at <= as_of.now() and (withdrawn_at is null or withdrawn_at > as_of.now())
group by type, category_id, month_of(published_at);
