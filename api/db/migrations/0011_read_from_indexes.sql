-- Lists, their totals and what is picked from them are read from indexes, so that they cost little more where there are
-- a hundred times as many entries: whether an entry is shown can be told without its row.

drop index entries_newest;
drop index entries_of_category;
drop index entries_in_order;

create index entries_newest on entries (type, published_at desc, id desc)
  include (withdrawn_at) where published_at is not null;
create index entries_of_category on entries (category_id, published_at desc, id desc)
  include (withdrawn_at) where published_at is not null;
create index entries_in_order on entries (type, position, id)
  include (published_at, withdrawn_at) where published_at is not null;

-- Feeds mix types.
create index entries_newest_of_all on entries (published_at desc, id desc)
  include (type, withdrawn_at) where published_at is not null;

-- Recommendations begin at the interests that are asked for.
create index revisions_interests on revisions using gin (interests);
