-- When a user last signed in: sessions are removed after their end.
alter table users add column signed_in_at timestamptz;
update users set signed_in_at = (select max(created_at) from sessions where user_id = users.id);

-- Secrets by which programs act for a user, within scopes. A secret is stored as its SHA-256 only.
create table api_tokens (
  id bigint generated always as identity primary key,
  name text not null,
  token_sha256 text not null unique,
  -- the beginning of the secret, by which people recognise it
  prefix text not null,
  scopes text[] not null,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- the day is enough to see that a token is not used
  used_on date,
  revoked_at timestamptz,
  revoked_by bigint references users on delete set null,
  check (expires_at <= created_at + interval '366 days')
);
create index api_tokens_of_user on api_tokens (user_id);

-- Addresses of other systems that are told what happens here.
create table webhooks (
  id bigint generated always as identity primary key,
  url text not null,
  events text[] not null,
  -- 256 bits in base64; the former secret signs too until it ends
  secret text not null,
  former_secret text,
  former_secret_ends_at timestamptz,
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  -- since when every attempt has failed
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_for text check (disabled_for in ('USER', 'FAILING', 'GONE')),
  check ((disabled_at is null) = (disabled_for is null)),
  check ((former_secret is null) = (former_secret_ends_at is null))
);

-- What happened, written in the transaction in which it happens, if a webhook asks for it.
create table webhook_events (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  happened_at timestamptz not null default now(),
  -- ids, references and addresses; never personal data of visitors
  data jsonb not null
);
create index webhook_events_happened on webhook_events (happened_at);

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks on delete cascade,
  event_id uuid not null references webhook_events on delete cascade,
  attempts int not null default 0,
  due_at timestamptz not null default now(),
  delivered_at timestamptz,
  given_up_at timestamptz,
  unique (event_id, webhook_id),
  check (delivered_at is null or given_up_at is null)
);
create index webhook_deliveries_due on webhook_deliveries (due_at) where delivered_at is null and given_up_at is null;
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, id desc);

create table webhook_attempts (
  id bigint generated always as identity primary key,
  delivery_id bigint not null references webhook_deliveries on delete cascade,
  tried_at timestamptz not null default now(),
  -- the status of the answer; null without one
  status int,
  -- why no answer came, or why the answer is no success; null for a success
  failure text,
  duration_ms int not null,
  -- the beginning of the answer
  answer text not null
);
create index webhook_attempts_of_delivery on webhook_attempts (delivery_id, id);
