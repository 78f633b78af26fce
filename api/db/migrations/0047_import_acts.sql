-- Additive: the checks allow one value more than before.
-- An import is an act on several entries, by nobody, which the Studio can undo.
alter table acts drop constraint acts_kind_check;
alter table acts add constraint acts_kind_check check (kind in ('PUBLISH', 'SCHEDULE', 'SCHEDULE_WITHDRAWAL',
  'MOVE_SCHEDULE', 'CANCEL_SCHEDULE', 'WITHDRAW', 'SHOW', 'CATEGORISE', 'RENAME', 'IMPORT'));
alter table bulk_acts drop constraint bulk_acts_kind_check;
alter table bulk_acts add constraint bulk_acts_kind_check
  check (kind in ('PUBLISH', 'WITHDRAW', 'CATEGORISE', 'IMPORT'));

-- Exports note of which database they are.
create table database_ids (id uuid primary key);
insert into database_ids values (gen_random_uuid());
