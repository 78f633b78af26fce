-- The saves of a user within a day are summed up at each save, because their bytes have a limit.
create index draft_saves_of_user on draft_saves (saved_by, saved_at) where saved_by is not null;
create index deleted_saves_of_user on deleted_saves (saved_by, saved_at) where saved_by is not null;
