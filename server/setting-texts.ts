import type { Settings } from './settings.ts';

/** What each setting does, in Markdown with links from `docs/`, in the order of `docs/settings.md`. */
export const settingTexts: Readonly<Record<keyof Settings, string>> = {
  PORT: '0 takes any free port and prints it',
  HOST: 'address to listen on; `0.0.0.0` listens on every network',
  DATA_DIR: "folder of the embedded database, cached pictures and visitors' files; see [operation](operation.md)",
  DATABASE_URL: 'another PostgreSQL, 15 or newer; the embedded one is then not started',
  ASSETS_DIR:
    'folder in which servers of several releases share scripts and styles, so that open pages survive a release ([how](operation-background.md#a-new-version))',
  SITE_URL:
    'public address of the site: canonical links, sitemap, feeds; if set, only forms of its pages are accepted; without it the printed address',
  API_BASE_URL: 'address of the backend; empty: this server ([another host](operation.md#use-another-backend))',
  CAREERS_URL: 'address of the external careers site',
  SUPPORT_EMAIL:
    'e-mail address on every page; without it the one for support, or for enquiries, of the setting Company',
  INBOX_EMAIL:
    "e-mail address that receives visitors' messages; without it `SUPPORT_EMAIL`, or the company's for enquiries",
  SMTP_URL: 'mail server, such as `smtp://user:password@host:587`; without one, mails wait in the outbox',
  MAIL_FROM: 'sender of the mails; without it the address on every page',
  REPLY_ADDRESS:
    'address to which visitors reply; its mails arrive in `REPLY_MAILBOX`. Without it, replies go to the company and not to the Studio',
  REPLY_MAILBOX:
    'mailbox whose mails the Studio shows, such as `imaps://user:password@host/INBOX`; special characters percent-encoded. Nothing in it is deleted',
  TRUST_PROXY:
    "number of trusted proxies in front of the server, 0 to 9, which report the visitor's address ([why it matters](operation.md#set-the-proxy))",
  COUNTRY_HEADER:
    'header by which a trusted proxy names the country of a visitor, such as `cf-ipcountry`; without it the Studio shows no countries',
  NUMBERS_DAYS:
    'days for which single counts of views are kept, 2 to 400; their sums by day are kept for 25 months ([what is stored](decisions/0032-numbers.md))',
  LINK_CHECKS:
    'when links to other sites are checked: `weekly` and when an editor asks, `on-demand`, or `off` ([how](decisions/0033-links.md))',
  TRUST_FORWARDERS: 'on a backend: IP addresses or networks of the sites that forward forms to it, separated by commas',
  REFRESH_PROXIES:
    'addresses at which proxies refresh their copies of pages after a change, separated by commas ([how](operation.md#let-a-proxy-cache-pages))',
  FILES_S3_ENDPOINT:
    "address of an S3-compatible store for visitors' files; set it with the three below, or files are stored in `DATA_DIR/files`",
  FILES_S3_BUCKET: 'bucket of that store',
  FILES_S3_KEY_ID: 'id of the key to that store',
  FILES_S3_SECRET: 'secret of that key',
  FILES_S3_REGION: 'region of that store; without it `us-east-1`',
  BACKUP_TO: 'folder or `s3://bucket/prefix` to which the site backs itself up ([how](operation.md#back-up))',
  BACKUP_HOURS: 'hours between two backups, 1 to 720',
  ARCHIVE_TO:
    'folder or `s3://bucket/prefix` to which the embedded database is archived continuously, to be restored to any moment ([how](operation.md#archive-continuously))',
  ARCHIVE_DAYS: 'days back to which every moment can be restored, 1 to 366',
  BACKUP_KEY: '64 hexadecimal digits (`openssl rand -hex 32`) that encrypt backups and archives; keep a copy elsewhere',
  BACKUP_S3_ENDPOINT:
    'address of an S3-compatible store for backups and archives, if `BACKUP_TO` or `ARCHIVE_TO` is a bucket',
  BACKUP_S3_KEY_ID: 'id of the key to that store',
  BACKUP_S3_SECRET: 'secret of that key',
  BACKUP_S3_REGION: 'region of that store; without it `us-east-1`',
  RETENTION_MONTHS:
    'months for which submissions are kept, 1 to 120; without it as an owner chooses in the Studio, at first 24',
  MAIL_RETENTION_DAYS:
    'days for which a mail is kept after it was sent, 1 to 3650; without it as an owner chooses, at first 90',
  LOG_RETENTION_MONTHS:
    'months for which the log of the Studio is kept, 13 to 1200; without it for ever ([how](decisions/0030-log.md))',
  PAGE_CACHE_MB: 'megabytes of memory for cached responses ([how](decisions/0015-page-cache.md)); 0 caches nothing',
  SHUTDOWN_DELAY_MS:
    'milliseconds for which `/readyz` answers 503 before a stopping server closes its port, 0 to 60000',
  FREE_DISK_MB:
    "megabytes under `DATA_DIR` that stay free; with less, visitors' files are refused and forms are accepted without them",
  METRICS_TOKEN: 'at least 16 characters; enables `GET /metrics` and the counts at `/readyz` for requests that send it',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'collector of OpenTelemetry traces ([what is sent](operation-background.md#what-to-watch))',
  LOG_LEVEL: 'the least severe lines of the log: `debug`, `info`, `warn` or `error`',
  LOG_FORMAT: '`pretty`: for people, with the steps of the start; `json`: for programs; `auto`: `pretty` on a terminal',
  CONSULTATION_CHANNEL: 'how a consultation takes place: `telephone` or `video`; read at the first start only',
  CONSULTATION_HOST: 'whom the visitor of a consultation meets; read at the first start only',
  OPENID_ISSUER:
    'address of a provider of OpenID Connect by which users of the Studio can sign in ([how](guides/studio.md#sign-in-with-a-company-account))',
  OPENID_CLIENT_ID: 'the name of this site at the provider',
  OPENID_CLIENT_SECRET: 'the secret of this site at the provider',
  OPENID_NAME: 'what people call the provider, on buttons',
  LOOPBACK_REQUESTS:
    '`allow` lets webhooks and link checks request this machine, for development; other private addresses are always refused',
  SITE_NAME:
    'name of the company, at most 60 characters; read at the first start only ([settings in the Studio](guides/studio.md#settings))',
  SITE_SLOGAN: 'one line below the name, at the foot of every page; read at the first start only',
  COMPANY_DETAILS: 'legal name, register number and address, at the foot of every page; read at the first start only',
  SITE_TIME_ZONE: 'IANA zone in which dates are shown; read at the first start only',
};
