-- Files that no form has used yet are bounded by the network that sent them.

alter table files
  -- HMAC of the sender's network under the installation's key; null once a form used the file
  add column network text;
