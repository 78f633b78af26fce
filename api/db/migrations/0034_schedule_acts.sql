-- Schedules are moved and cancelled, and withdrawals are scheduled.
alter table acts drop constraint acts_kind_check;
alter table acts add constraint acts_kind_check check (kind in ('PUBLISH', 'SCHEDULE', 'SCHEDULE_WITHDRAWAL',
  'MOVE_SCHEDULE', 'CANCEL_SCHEDULE', 'WITHDRAW', 'SHOW', 'CATEGORISE', 'RENAME'));
