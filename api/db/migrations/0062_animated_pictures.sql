-- Whether a picture moves: pages then show its first frame, with a control that plays it.
alter table media add column is_animated boolean not null default false;
alter table former_media add column is_animated boolean not null default false;

-- Earlier imports stored animated files unchanged. An extended WebP has a flag for animation (RFC 9649, section 2.7);
-- a GIF is nearly always animated.
update media set is_animated = true where content_type = 'image/gif' or (content_type = 'image/webp'
  and substring(bytes from 13 for 4) = 'VP8X' and get_byte(substring(bytes from 21 for 1), 0) & 2 > 0);
update former_media set is_animated = true where content_type = 'image/gif' or (content_type = 'image/webp'
  and substring(bytes from 13 for 4) = 'VP8X' and get_byte(substring(bytes from 21 for 1), 0) & 2 > 0);
