-- Signed in users prove again who they are before what matters most, by a challenge of its own purpose.
alter table passkey_challenges drop constraint passkey_challenges_purpose_check;
alter table passkey_challenges add check (purpose in ('JOIN', 'ADD', 'SIGN_IN', 'CONFIRM'));

-- Who invited: the open invitations of a user end when their permission to invite ends. Null: the server's operator.
alter table join_links add column created_by bigint references users on delete cascade;
create index join_links_of_inviter on join_links (created_by);
