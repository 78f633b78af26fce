-- Chinese, Japanese, Thai, Lao, Khmer and Burmese have no spaces between words, so PostgreSQL's parser takes a whole clause
-- for one word. The search indexes therefore hold n-grams of such texts: overlapping parts of two or three characters.

-- The text as search compares it: half-width and full-width forms are equal, composed and combined accents, and both forms of
-- sigma. Marks that are usually not written in Hebrew and Arabic are removed.
create function fold_letters(text) returns text language plpgsql immutable strict as $$
declare
  folded text := $1;
begin
  if folded !~ '[^\u0001-\u02ff]' then
    return folded;
  end if;
  if folded ~ '[\uff00-\uffef]' then
    folded := (select string_agg(case when part[1] ~ '^[\uff00-\uffef]' then normalize(part[1], nfkc) else part[1] end, '' order by place)
      from regexp_matches(folded, '[\uff00-\uffef]+|[^\uff00-\uffef]+', 'g') with ordinality as parts (part, place));
  end if;
  return regexp_replace(translate(normalize(folded, nfc), U&'\03c2\3000', U&'\03c3 '),
    '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670]', '', 'g');
end $$;

-- The folded text with n-grams in place of texts without spaces: of two characters for Han and Kana, of three for Thai, Lao,
-- Burmese and Khmer. For an index, shorter parts follow, so that shorter words are found, and the texts themselves, which
-- servers of an earlier release look for.
create function segment_words(text, for_index boolean) returns text language plpgsql immutable strict as $$
declare
  folded text := fold_letters($1);
  segmented text;
  shorter text;
begin
  if folded !~ '[\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]' then
    return folded;
  end if;
  -- One pass over all letters, because a query for each clause takes seconds for a long text.
  select
    string_agg(case
      when size is null then letter
      when next_size = size and (size = 2 or third_size = size) then ' ' || letter || next || case when size = 3 then third else '' end || ' '
      when last_size is distinct from size then ' ' || letter || case when next_size = size then next else '' end || ' '
      else ' ' end, '' order by place),
    string_agg(case when size = 3 and next_size = size then letter || next else letter end, ' ' order by place)
      filter (where size = 2 or next_size = size or last_size is distinct from size)
  into segmented, shorter
  from (
    select *, lag(size) over text_order as last_size, lead(size) over text_order as next_size,
      lead(size, 2) over text_order as third_size, lead(letter) over text_order as next, lead(letter, 2) over text_order as third
    from (
      select letter, place, case when letter ~ '[\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]' then 2 when letter ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]' then 3 end as size
      from unnest(string_to_array(folded, null)) with ordinality as letters (letter, place)) as sized
    window text_order as (order by place)) as letters;
  return case when for_index
    then concat_ws(' ', segmented, shorter, regexp_replace(folded, '[^\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+', ' ', 'g'))
    else segmented end;
end $$;

create or replace function index_draft() returns trigger language plpgsql as $$
begin
  insert into draft_texts (entry_id, title, author, search)
  select new.entry_id, coalesce(new.content ->> 'title', ''), new.content ->> 'author',
    to_tsvector('english', unaccent(segment_words(spell_symbols(
      concat_ws(' ', new.content ->> 'title', new.content ->> 'summary', new.content ->> 'body')), true)))
  on conflict (entry_id) do update
    set title = excluded.title, author = excluded.author, search = excluded.search;
  return null;
end $$;

-- Drafts in other letters keep their words. Revisions are indexed anew by the first start.
update drafts set content = content where content::text ~ '[^\u0001-\u02ff]';
