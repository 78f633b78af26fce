import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { loopback } from '../api/http/guard-writes.ts';
import { settingSchemas } from '../contract/content/setting-schemas.ts';
import { createLine } from '../contract/content/text-schemas.ts';
import { callChannels } from '../contract/http/call-text.ts';
import { linkCheckModes } from '../contract/studio/external-link-states.ts';
import { retentionLimits } from '../contract/studio/privacy-kinds.ts';
import { buildFolder, projectFolder } from './folders.ts';
import { readSecretFiles } from './read-secret-files.ts';

function createAddressSchema(schemes: string[]) {
  return z
    .url()
    .refine((text) => schemes.includes(URL.parse(text)?.protocol ?? ''), `must begin with ${schemes.join(' or ')}`)
    .transform((text) => text.replace(/\/+$/, ''));
}

/** An address without a path, because other addresses are made by appending a path. */
const origin = createAddressSchema(['http:', 'https:']).refine(
  (text) => URL.parse(text)?.origin === text.toLowerCase(),
  'must be an origin such as https://www.example.org, without a path',
);

const timeZone = z.string().refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}, 'must be an IANA time zone such as Europe/London');

/** Returns whether a text is an IP address or a network in CIDR notation. */
function isNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/', 2);
  if (text.split('/').length > 2 || isIP(address) === 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128));
}

function createWholeNumber(min: number, max: number) {
  const rule = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, rule)
    .transform(Number)
    .refine((value) => value >= min && value <= max, rule);
}

const createWholeNumberSchema = (min: number, max: number, defaultValue: number) =>
  createWholeNumber(min, max).default(defaultValue);

/** A folder, or a bucket with a prefix. */
const backupPlace = z
  .string()
  .regex(/^(?:s3:\/\/[a-z0-9][a-z0-9.-]{2,62}(?:\/.*)?|(?!s3:).+)$/, 'must be a folder or s3://bucket/prefix');

const { submissionMonths: months, mailDays: days } = retentionLimits;

const logLevels = ['debug', 'info', 'warn', 'error'] as const;
const logFormats = ['auto', 'pretty', 'json'] as const;

const schema = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')
    .default('3000')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a number from 0 to 65535'),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .transform((folder) => resolve(projectFolder, folder)),
  /** A folder in which servers of several releases share their built files. */
  ASSETS_DIR: z
    .string()
    .min(1)
    .transform((folder) => resolve(projectFolder, folder))
    .optional(),
  DATABASE_URL: createAddressSchema(['postgres:', 'postgresql:']).optional(),
  SITE_URL: origin.optional(),
  API_BASE_URL: origin.or(z.literal('')).default(''),
  CAREERS_URL: createAddressSchema(['http:', 'https:']).default('https://careers.example.com'),
  SUPPORT_EMAIL: z.email().optional(),
  /** These three, SITE_TIME_ZONE and CONSULTATION_… are read once: `importFormerSettings` makes them settings. */
  SITE_NAME: settingSchemas.company.shape.name.optional(),
  SITE_SLOGAN: settingSchemas.company.shape.claim.optional(),
  COMPANY_DETAILS: settingSchemas.company.shape.legalDetails.optional(),
  /** The address that receives visitors' messages; default: SUPPORT_EMAIL. */
  INBOX_EMAIL: z.email().optional(),
  SMTP_URL: createAddressSchema(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: z.email().optional(),
  /** The address to which visitors reply, and the mailbox in which its mails arrive. */
  REPLY_ADDRESS: z.email().optional(),
  REPLY_MAILBOX: createAddressSchema(['imap:', 'imaps:'])
    .refine((text) => {
      const { hostname, username, password } = URL.parse(text) ?? {};
      return hostname && username && password;
    }, 'must name a user, a password and a host, such as imaps://user:password@host')
    .optional(),
  /** The number of trusted proxies in front of the server; with 0, the connected peer is taken for the visitor. */
  TRUST_PROXY: z
    .string()
    .regex(/^\d$/, 'must be the number of proxies in front of the server, from 0 to 9')
    .default('0')
    .transform(Number),
  /** The header by which a proxy names the country of a visitor, two letters; without it countries are not known. */
  COUNTRY_HEADER: z
    .string()
    .regex(/^[\w-]{1,60}$/, 'must be the name of a header such as cf-ipcountry')
    .optional(),
  /** Days for which the single counts of views are kept; the sums of days are kept for 25 months. */
  NUMBERS_DAYS: createWholeNumberSchema(2, 400, 90),
  /** When links to other sites are checked. */
  LINK_CHECKS: z.enum(linkCheckModes, 'must be weekly, on-demand or off').default('weekly'),
  /** Sites that forward forms to this backend: IP addresses and networks, separated by commas. */
  TRUST_FORWARDERS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
    .refine(
      (parts) => parts.every(isNetwork),
      'must be a list of IP addresses or networks such as 192.0.2.7, 10.0.0.0/8',
    ),
  /** Proxies that store pages, and refresh a copy when a server requests it. */
  REFRESH_PROXIES: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
    .refine(
      (parts) => parts.every((part) => /^http:\/\/[\w.:[\]-]+$/.test(part) && URL.canParse(part)),
      'must be a list of addresses such as http://127.0.0.1:8080, http://10.0.0.2:8080',
    ),
  /** An S3-compatible store for visitors' files; without these four settings, the folder DATA_DIR/files. */
  FILES_S3_ENDPOINT: createAddressSchema(['http:', 'https:']).optional(),
  FILES_S3_BUCKET: z.string().optional(),
  FILES_S3_KEY_ID: z.string().optional(),
  FILES_S3_SECRET: z.string().optional(),
  FILES_S3_REGION: z.string().optional(),
  /** Where backups go: a folder or `s3://<bucket>/<prefix>`; without it there is no schedule. */
  BACKUP_TO: backupPlace.optional(),
  /** Where the embedded database is archived continuously, and the days of which each moment can be restored. */
  ARCHIVE_TO: backupPlace.optional(),
  ARCHIVE_DAYS: createWholeNumberSchema(1, 366, 7),
  BACKUP_HOURS: createWholeNumberSchema(1, 720, 24),
  BACKUP_KEY: z
    .string()
    .regex(/^[\da-f]{64}$/i, 'must be 64 hexadecimal digits, such as those of openssl rand -hex 32')
    .optional(),
  BACKUP_S3_ENDPOINT: createAddressSchema(['http:', 'https:']).optional(),
  BACKUP_S3_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET: z.string().optional(),
  BACKUP_S3_REGION: z.string().optional(),
  CONSULTATION_CHANNEL: z.enum(callChannels, `must be ${callChannels.join(' or ')}`).optional(),
  CONSULTATION_HOST: createLine(80).optional(),
  SITE_TIME_ZONE: timeZone.optional(),
  /** Megabytes of memory for cached responses; 0 caches nothing. */
  PAGE_CACHE_MB: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number of megabytes, 0 for none')
    .default('32')
    .transform(Number),
  /** Months for which submissions are kept, and days for which sent mails are kept; by default as the Studio says. */
  RETENTION_MONTHS: createWholeNumber(months.min, months.max).optional(),
  MAIL_RETENTION_DAYS: createWholeNumber(days.min, days.max).optional(),
  /** Months for which the log of the Studio is kept; by default for ever. A year is kept in any case. */
  LOG_RETENTION_MONTHS: createWholeNumber(13, 1_200).optional(),
  /** Milliseconds for which `/readyz` answers 503 before the server stops accepting connections. */
  SHUTDOWN_DELAY_MS: createWholeNumberSchema(0, 60_000, 200),
  /** Megabytes under DATA_DIR that stay free: with less free space, visitors' files are refused. */
  FREE_DISK_MB: createWholeNumberSchema(0, 999_999_999, 512),
  /** A provider of OpenID Connect for the Studio's users; plain http only on this machine. */
  OPENID_ISSUER: z
    .url()
    .refine(
      (text) => /^https:/.test(text) || (/^http:/.test(text) && loopback.test(URL.parse(text)?.hostname ?? '')),
      'must begin with https: away from this machine',
    )
    .optional(),
  OPENID_CLIENT_ID: z.string().max(300).optional(),
  OPENID_CLIENT_SECRET: z.string().max(1_000).optional(),
  /** What people call the provider, on buttons. */
  OPENID_NAME: z.string().trim().min(1).max(40).default('your company account'),
  /** Whether webhooks and link checks may request this machine: for development and tests. */
  LOOPBACK_REQUESTS: z.enum(['refuse', 'allow'], 'must be refuse or allow').default('refuse'),
  /** The least severe lines of the log. */
  LOG_LEVEL: z.enum(logLevels, `must be ${logLevels.join(', ')}`).default('info'),
  /** How the log is written; `auto`: readable on a terminal, else JSON. */
  LOG_FORMAT: z.enum(logFormats, `must be ${logFormats.join(', ')}`).default('auto'),
  /** The base address of a collector of traces (OpenTelemetry, OTLP over HTTP). */
  OTEL_EXPORTER_OTLP_ENDPOINT: createAddressSchema(['http:', 'https:']).optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must be at least 16 printable ASCII characters without a space')
    .optional(),
});

export type Settings = z.output<typeof schema>;

/** The names of all settings, as in the environment. */
export const settingNames: readonly string[] = Object.keys(schema.shape);

/** Settings whose values a backup stores, because they are not secret and cannot contain a secret. */
const publicSettings: readonly string[] = [
  'SITE_URL',
  'SITE_NAME',
  'SITE_SLOGAN',
  'SITE_TIME_ZONE',
  'COMPANY_DETAILS',
  'SUPPORT_EMAIL',
  'INBOX_EMAIL',
  'MAIL_FROM',
  'REPLY_ADDRESS',
  'CONSULTATION_CHANNEL',
  'CONSULTATION_HOST',
  'RETENTION_MONTHS',
  'MAIL_RETENTION_DAYS',
  'LOG_RETENTION_MONTHS',
  'TRUST_PROXY',
  'COUNTRY_HEADER',
  'NUMBERS_DAYS',
  'LINK_CHECKS',
  'OPENID_NAME',
];

/**
 * Returns the settings that are set, for a person who sets up the same site again. Null stands for a value that may be
 * secret.
 */
export function describeSettings(settings: Settings): Record<string, string | null> {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(given.map(([name, value]) => [name, publicSettings.includes(name) ? String(value) : null]));
}

function readBuildSettings(folder: string): Record<string, string> {
  try {
    return (JSON.parse(readFileSync(`${folder}/build.json`, 'utf8')) as { settings: Record<string, string> }).settings;
  } catch {
    return {};
  }
}

const openIdSettings = ['OPENID_ISSUER', 'OPENID_CLIENT_ID', 'OPENID_CLIENT_SECRET'] as const;
const replySettings = ['REPLY_ADDRESS', 'REPLY_MAILBOX'] as const;
const storeSettings = ['FILES_S3_ENDPOINT', 'FILES_S3_BUCKET', 'FILES_S3_KEY_ID', 'FILES_S3_SECRET'] as const;

const archiveNeedsEmbedded =
  '  ARCHIVE_TO: archives the embedded database only. Use the archiving of the server of DATABASE_URL instead';

/** Returns an error line for each setting of a group that is missing while another one is set. */
function listMissing(given: Record<string, unknown>, needed: readonly string[], group: string): string[] {
  const isAnySet = Object.keys(given).some((name) => name.startsWith(`${group}_`) && name !== 'OPENID_NAME');
  const missing = isAnySet ? needed.filter((name) => given[name] === undefined) : [];
  return missing.map((name) => `  ${name}: is required when another ${group} setting is set`);
}

/**
 * Reads the settings from the environment, else from the build, else their defaults. Throws `SettingsError` with all
 * invalid settings in one list.
 */
export function readSettings(environment: NodeJS.ProcessEnv = process.env, folder = buildFolder): Settings {
  // An empty variable means the default, as in a compose file with an empty value; it overrides the value of the build.
  const secrets = readSecretFiles({ ...environment }, settingNames);
  const named = { ...readBuildSettings(folder), ...secrets.given };
  const given = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  const known = Object.fromEntries(Object.entries(given).filter(([name]) => settingNames.includes(name)));
  const problems = [
    ...secrets.problems,
    ...listMissing(known, storeSettings, 'FILES_S3'),
    ...listMissing(known, openIdSettings, 'OPENID'),
    ...listMissing(known, replySettings, 'REPLY'),
    ...(given.ARCHIVE_TO && given.DATABASE_URL ? [archiveNeedsEmbedded] : []),
  ];
  if (parsed.success && problems.length === 0) return parsed.data;
  const issues = parsed.error?.issues ?? [];
  const lines = [...issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`), ...problems];
  throw new SettingsError(`These settings are not valid:\n${lines.join('\n')}`);
}

export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}
