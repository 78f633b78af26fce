-- A booking may wait for its confirmation (UNCONFIRMED, it holds its time until held_until), or hold no time at all
-- (LAPSED: its wait is over and somebody wanted the time, or it is in quarantine). PostgreSQL lets a new value of an
-- enum be used only after the transaction that added it.
alter type consultation_status add value 'UNCONFIRMED';
alter type consultation_status add value 'LAPSED';
