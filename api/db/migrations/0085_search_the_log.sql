-- The words by which a log record is found: the name and the address of what it was about, or a message's reference.
create function log_words(subject_id text, facts jsonb) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple', concat_ws(' ', subject_id, facts ->> 'title', facts ->> 'name', facts ->> 'target'))
$$;
create index log_records_words on log_records using gin (log_words(subject_id, facts));
