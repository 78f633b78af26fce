-- The id of an entry in feeds, fixed at its first publication: its address of that time. A start completes the ids of
-- entries that were published before (api/feed/feed-ids.ts), because only the settings know the address of the site.
create table feed_ids (
  entry_id bigint primary key references entries on delete cascade,
  -- A URI, or a path while the site has no address.
  id text not null unique
);

create function announce_feed_id() returns trigger language plpgsql as $$
begin
  perform pg_notify('content_changed', type::text) from entries where entries.id = new.entry_id;
  return null;
end $$;
create trigger announce after insert or update on feed_ids for each row execute function announce_feed_id();
