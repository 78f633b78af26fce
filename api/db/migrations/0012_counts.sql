-- How many entries are published, kept by type, category and month, so that a total need not count them and a page deep
-- in a list need not pass over all that stand before it. What comes and goes by the clock is added by `shown_months`.

create table entry_counts (
  type entry_type not null,
  category_id bigint references categories on delete cascade,
  -- the first moment of a month in UTC
  published_month timestamptz not null,
  -- those with a date, be it in the future, that are not withdrawn and never will be
  lasting int not null,
  unique nulls not distinct (type, category_id, published_month)
);

create index entry_counts_of_category on entry_counts (category_id, published_month);

create function month_of(timestamptz) returns timestamptz language sql stable parallel safe
  return date_trunc('month', $1, 'UTC');

create function month_after(timestamptz) returns timestamptz language sql stable parallel safe
  return date_trunc('month', $1 at time zone 'UTC' + interval '1 month') at time zone 'UTC';

create function change_entry_count(entry_type, bigint, timestamptz, bigint) returns void language sql
begin atomic
  insert into entry_counts values ($1, $2, $3, $4)
  on conflict (type, category_id, published_month) do update set lasting = entry_counts.lasting + excluded.lasting;
end;

-- Once for each statement with all of its rows, and in one order, so that no two of them wait for each other.
create function count_entries() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform change_entry_count(type, category_id, month_of(published_at), count(*)) from new_rows
    where published_at is not null and withdrawn_at is null
    group by type, category_id, month_of(published_at) order by type, category_id, month_of(published_at);
  elsif tg_op = 'DELETE' then
    perform change_entry_count(type, category_id, month_of(published_at), -count(*)) from old_rows
    where published_at is not null and withdrawn_at is null
    group by type, category_id, month_of(published_at) order by type, category_id, month_of(published_at);
  elsif tg_op = 'UPDATE' then
    perform change_entry_count(type, category_id, month_of(published_at), sum(change))
    from (select *, 1 as change from new_rows union all select *, -1 from old_rows) as changes
    where published_at is not null and withdrawn_at is null
    group by type, category_id, month_of(published_at) having sum(change) <> 0
    order by type, category_id, month_of(published_at);
  else
    delete from entry_counts;
  end if;
  return null;
end $$;

create trigger count_inserted after insert on entries
  referencing new table as new_rows for each statement execute function count_entries();
create trigger count_updated after update on entries
  referencing old table as old_rows new table as new_rows for each statement execute function count_entries();
create trigger count_deleted after delete on entries
  referencing old table as old_rows for each statement execute function count_entries();
create trigger count_emptied after truncate on entries for each statement execute function count_entries();

insert into entry_counts
  select type, category_id, month_of(published_at), count(*) from entries
  where published_at is not null and withdrawn_at is null
  group by type, category_id, month_of(published_at);

-- Summed over a month: how many of its entries are shown now. Of this month's, those that wait for their day are taken off;
-- those whose withdrawal is still to come are added. Both are few, and an index finds them.
create view shown_months as
  select type, category_id, published_month, lasting as shown from entry_counts
  where published_month <= now()
  union all
  select type, category_id, month_of(now()), -1 from entries
  where published_at > now() and published_at < month_after(now()) and withdrawn_at is null
  union all
  select type, category_id, month_of(published_at), 1 from entries
  where published_at <= now() and withdrawn_at > now();
