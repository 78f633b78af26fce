-- The first drawing of a text is its cover in lists. Texts are rendered again at the next start, which fills the column.

alter table revisions add column cover text;
