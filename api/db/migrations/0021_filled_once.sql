-- A database that was filled once is never filled with the demo company again, even after an editor removed everything.
-- A server that has started before has imported places, and content before them.

insert into shared_values
  select 'content_filled_at', now()::text where exists (select from entries) or exists (select from states);
