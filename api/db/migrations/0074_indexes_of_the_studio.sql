-- The short texts in the own fields of a revision, without query and fragment. Some of them are the paths and slugs of entries.
-- No slug or path has more than 300 characters, and an index takes no long texts.
create function field_names(fields jsonb) returns text[] language sql immutable parallel safe cost 10000 as $$
  select array(select name
    from jsonb_path_query(fields, 'strict $.** ? (@.type() == "string")') as value,
      split_part(split_part(value #>> '{}', '?', 1), '#', 1) as name
    where length(name) between 1 and 300)
$$;
create index revisions_field_names on revisions using gin (field_names(fields));

-- The messages that wait for their visitors, as the inbox lists and searches them.
create index submissions_waiting on submissions (heard_at desc, id desc)
  where merged_into is null and closed_at is null and waiting_since is not null and quarantined_for is null;

-- Mails that were not sent are counted for Today and for the health of the site.
create index outbox_unsent on outbox (due_at) where sent_at is null;
