-- A person who left is removed although an earlier text of an article names them: the text stays, without its author.

alter table revisions
  drop constraint revisions_author_id_fkey,
  add foreign key (author_id) references team_members on delete set null;
