-- What the content list of the Studio reads of a draft, beside the row, because reading the whole content of thousands of
-- drafts takes a second. The trigger also covers drafts that servers of an earlier release save.
create table draft_texts (
  entry_id bigint primary key references drafts on delete cascade,
  title text not null,
  author text,
  -- the words of the title, summary and body, as `revisions.search` has them
  search tsvector not null
);
create index draft_texts_search on draft_texts using gin (search);

-- As `spellSymbols` of api/entries/index-text.ts.
create function spell_symbols(text) returns text language sql immutable strict
return regexp_replace(regexp_replace(regexp_replace($1,
  '(?<![[:alnum:]])([cg])\+\+', '\1plusplus ', 'gi'),
  '(?<![[:alnum:]])([cfj])#', '\1sharp ', 'gi'),
  '(?<![[:alnum:]])\.net(?![[:alnum:]])', 'dotnet', 'gi');

create function index_draft() returns trigger language plpgsql as $$
begin
  insert into draft_texts (entry_id, title, author, search)
  select new.entry_id, coalesce(new.content ->> 'title', ''), new.content ->> 'author',
    to_tsvector('english', unaccent(spell_symbols(
      concat_ws(' ', new.content ->> 'title', new.content ->> 'summary', new.content ->> 'body'))))
  on conflict (entry_id) do update
    set title = excluded.title, author = excluded.author, search = excluded.search;
  return null;
end $$;
create trigger draft_is_indexed after insert or update of content on drafts
  for each row execute function index_draft();

update drafts set content = content;
