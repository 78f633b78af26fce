-- What holds abuse off: how often a network asked, and what tells a suspicious message.

-- short-lived counts; unlogged, for a crash may forget them
create unlogged table rate_limits (
  -- policy and an HMAC of the network, never an address
  key text primary key,
  points int not null,
  expire timestamptz
);
create index rate_limits_expired on rate_limits (expire);

alter table submissions
  -- a proof of work lifts the quarantine: what made it suspicious was weak
  add column provable boolean not null default false,
  -- of the text alone, to see the same text come from many senders; null where it is too short to tell
  add column text_sha256 text;
create index submissions_same_text on submissions (text_sha256, created_at) where text_sha256 is not null;
