-- Sign-in by OpenID Connect: who a user is at a provider, and the sign-ins that are under way there.

create table user_identities (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- a person at a provider (OpenID Connect Core 1.0, section 5.7); an e-mail address may be given to somebody else
  issuer text not null,
  subject text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  unique (issuer, subject)
);
create index identities_of_user on user_identities (user_id);

create table openid_requests (
  -- of the secret that the browser keeps in a cookie and that the provider sends back
  state_sha256 text primary key,
  purpose text not null check (purpose in ('SIGN_IN', 'JOIN', 'ADD', 'CONFIRM')),
  -- the user who adds an identity or confirms a session
  user_id bigint references users on delete cascade,
  -- the link that a new user uses, with what they typed
  link_sha256 text references join_links on delete cascade,
  name text,
  email text,
  nonce text not null,
  code_verifier text not null,
  -- the screen that follows
  target text not null,
  expires_at timestamptz not null
);
