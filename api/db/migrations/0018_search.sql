-- Search ranks by a short vector of title, summary and keywords, which stands in the row itself. The vector of the whole
-- text is long: it is stored beside the row, and uncompressed, because reading it is what a search spends its time on.

alter table revisions add column head tsvector not null default '';
alter table revisions alter column search set storage external;
create index revisions_head on revisions using gin (head);

-- Finds whether some word begins with what was typed.
create index search_words_beginning on search_words (word text_pattern_ops);

-- The planner's estimate of how many texts a vector of `revisions` matches: words that nearly every text holds are searched
-- another way.
create function estimated_matches(vector name, tsquery) returns real language plpgsql as $$
declare
  plan json;
begin
  execute format('explain (format json) select from revisions where %I @@ %L::tsquery', $1, $2) into plan;
  return plan -> 0 -> 'Plan' ->> 'Plan Rows';
end $$;

-- The query for all (` & `) or any (` | `) of the words of a text, parted by spaces; `:*` as the end makes the last one a
-- beginning. Quoted only after unaccent, which makes apostrophes of some letters and nothing of others.
create function words_query(regconfig, words text, operator text, ending text) returns tsquery language sql stable
return to_tsquery($1, coalesce(nullif(array_to_string(array(
  select quote_literal(word) from regexp_split_to_table(unaccent($2), '[\s''\\]+') as word where word <> ''
), $3), '') || $4, ''));
