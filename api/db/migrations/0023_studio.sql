-- People who sign in to the Studio, and the drafts that they write. A secret is stored as its SHA-256 only.

create type studio_role as enum ('OWNER', 'EDITOR', 'AUTHOR', 'OPERATOR', 'READER');

create table users (
  id bigint generated always as identity primary key,
  email text not null check (email = lower(email)),
  name text not null,
  role studio_role not null,
  -- the second factor of a password; both are null for users who sign in with passkeys only
  password_hash text,
  totp_secret text,
  -- the last accepted TOTP counter, so that a code is accepted once
  totp_counter bigint not null default 0,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  unique (email),
  check ((password_hash is null) = (totp_secret is null))
);

create table passkeys (
  id text primary key,
  user_id bigint not null references users on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id);

create table recovery_codes (
  code_sha256 text primary key,
  user_id bigint not null references users on delete cascade,
  used_at timestamptz
);
create index recovery_codes_of_user on recovery_codes (user_id);

-- A link by which somebody becomes a user (SET_UP: the first owner, INVITATION) or a user gets new keys (RESET).
create table join_links (
  token_sha256 text primary key,
  purpose text not null check (purpose in ('SET_UP', 'INVITATION', 'RESET')),
  email text,
  name text,
  role studio_role not null,
  user_id bigint references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((purpose = 'RESET') = (user_id is not null))
);

-- What a browser has to sign; removed by its first use.
create table passkey_challenges (
  challenge text primary key,
  purpose text not null check (purpose in ('JOIN', 'ADD', 'SIGN_IN')),
  -- whom a new passkey is for: the link's hash or the user
  subject text,
  expires_at timestamptz not null
);

create table sessions (
  token_sha256 text primary key,
  id uuid not null unique default gen_random_uuid(),
  user_id bigint not null references users on delete cascade,
  user_agent text not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- when the user last proved who they are
  confirmed_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_of_user on sessions (user_id);

-- The unpublished text of an entry. Visitors never see these tables, and they announce nothing.
create table drafts (
  entry_id bigint primary key references entries on delete cascade,
  version int not null,
  content jsonb not null,
  -- the published revision that the draft began from or was merged with; null for an entry that was never published
  base_revision_id bigint references revisions on delete set null,
  saved_by bigint references users on delete set null,
  saved_at timestamptz not null default now()
);

-- Every accepted save, so that nothing that was written is ever overwritten.
create table draft_saves (
  entry_id bigint not null references entries on delete cascade,
  version int not null,
  content jsonb not null,
  saved_by bigint references users on delete set null,
  saved_at timestamptz not null default now(),
  primary key (entry_id, version)
);

-- Who published a revision; null for an import.
alter table revisions add column published_by bigint references users on delete set null;
alter table entries add column created_by bigint references users on delete set null;

-- An entry is announced when something changes that visitors see. Entries that were never published, and the version
-- that editors' saves count, are not.
create function announce_shown_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (old.type, old.slug, old.category_id, old.position, old.published_at, old.withdrawn_at, old.live_revision_id,
      old.next_revision_id, old.next_at)
    is not distinct from (new.type, new.slug, new.category_id, new.position, new.published_at, new.withdrawn_at,
      new.live_revision_id, new.next_revision_id, new.next_at)
  then return null; end if;
  if tg_op <> 'INSERT' and old.published_at is not null then perform pg_notify('content_changed', old.type::text); end if;
  if tg_op <> 'DELETE' and new.published_at is not null then perform pg_notify('content_changed', new.type::text); end if;
  return null;
end $$;

drop trigger announce on entries;
create trigger announce after insert or update or delete on entries
  for each row execute function announce_shown_entry();

-- A revision is shown while its entry points at it.
create or replace function announce_revision() returns trigger language plpgsql as $$
begin
  if old is distinct from new then
    perform pg_notify('content_changed', type::text) from entries
    where id = new.entry_id and new.id in (live_revision_id, next_revision_id) and published_at is not null;
  end if;
  return null;
end $$;
