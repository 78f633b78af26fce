-- What decides whether a booking has to be confirmed from its sender's mailbox.

alter table consultations
  -- when the sender confirmed it by the link of a mail; null: nobody has shown that the address is theirs
  add column confirmed_at timestamptz,
  -- HMAC of the network (/24, /48) that a hold or booking came from, never an address
  add column network text,
  -- the e-mail address in one spelling, see api/consultations/email-key.ts
  add column email_key text,
  drop constraint consultations_check,
  drop constraint consultations_check1,
  drop constraint consultations_no_overlap,
  add constraint consultations_held_until check ((status in ('HELD', 'UNCONFIRMED')) = (held_until is not null)),
  add constraint consultations_submission check ((status = 'HELD') = (submission_id is null)),
  add constraint consultations_no_overlap
    exclude using gist (adviser with =, during with &&) where (status not in ('CANCELLED', 'LAPSED'));

-- Bookings from before count for their address as well.
update consultations set email_key = lower(sent.email) from submissions sent where sent.id = submission_id;

-- Counted whenever somebody books.
create index consultations_of_address on consultations (email_key) where email_key is not null;
create index consultations_of_network on consultations (network) where network is not null;
