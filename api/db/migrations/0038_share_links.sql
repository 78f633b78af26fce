-- Links by which people without an account see one entry before it is published. The key of a link is stored as its
-- SHA-256 only.

create table share_links (
  id bigint generated always as identity primary key,
  key_sha256 text not null,
  entry_id bigint not null references entries on delete cascade,
  -- the version that the link shows, as it was when the link was made; null: the latest version
  pinned_version text,
  pinned_content jsonb,
  schema_version int not null,
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  check (expires_at <= created_at + interval '30 days'),
  check ((pinned_version is null) = (pinned_content is null))
);
create index share_links_of_entry on share_links (entry_id);
