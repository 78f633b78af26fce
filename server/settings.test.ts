import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectFolder } from './folders.ts';
import { settingTexts } from './setting-texts.ts';
import { readSettings, SettingsError } from './settings.ts';

let build: string;
beforeEach(async () => {
  build = await mkdtemp(join(tmpdir(), 'build-'));
});
afterEach(() => rm(build, { recursive: true, force: true }));

const read = (environment: Record<string, string>) => readSettings(environment, build);
const remember = (settings: Record<string, string>) =>
  writeFile(join(build, 'build.json'), JSON.stringify({ settings }));

/** Returns the names of the settings that the error message lists. */
function listRefusals(environment: Record<string, string>): string[] {
  try {
    read(environment);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const [head, ...lines] = error.message.split('\n');
    expect(head).toBe('These settings are not valid:');
    for (const line of lines) expect(line).toMatch(/^ {2}[A-Z\d_]+: \S/);
    return [...new Set(lines.map((line) => line.trim().split(':')[0] ?? ''))].sort();
  }
  return [];
}

describe('without any setting', () => {
  it('gives every setting its default, except for the optional ones', () => {
    const { DATA_DIR, ...rest } = read({});
    expect(rest).toEqual({
      PORT: 3000,
      HOST: '127.0.0.1',
      API_BASE_URL: '',
      CAREERS_URL: 'https://careers.example.com',
      REFRESH_PROXIES: [],
      TRUST_FORWARDERS: [],
      TRUST_PROXY: 0,
      FREE_DISK_MB: 512,
      PAGE_CACHE_MB: 32,
      NUMBERS_DAYS: 90,
      LINK_CHECKS: 'weekly',
      ARCHIVE_DAYS: 7,
      BACKUP_HOURS: 24,
      SHUTDOWN_DELAY_MS: 200,
      OPENID_NAME: 'your company account',
      LOOPBACK_REQUESTS: 'refuse',
      LOG_LEVEL: 'info',
      LOG_FORMAT: 'auto',
    });
    expect(DATA_DIR).toMatch(/^\/.*\/data$/);
  });

  it('treats an empty value as unset', () => {
    const names = [
      'PORT',
      'HOST',
      'DATA_DIR',
      'DATABASE_URL',
      'SITE_URL',
      'API_BASE_URL',
      'CAREERS_URL',
      'SUPPORT_EMAIL',
      'SITE_NAME',
      'SITE_SLOGAN',
      'COMPANY_DETAILS',
      'TRUST_PROXY',
      'SITE_TIME_ZONE',
      'RETENTION_MONTHS',
      'MAIL_RETENTION_DAYS',
      'LOG_RETENTION_MONTHS',
      'METRICS_TOKEN',
      'CONSULTATION_CHANNEL',
      'CONSULTATION_HOST',
      'OPENID_ISSUER',
      'OPENID_NAME',
      'LOOPBACK_REQUESTS',
    ];
    expect(read(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(read({}));
  });

  it('archives the embedded database only', () => {
    const given = { ARCHIVE_TO: 's3://backups/site', DATABASE_URL: 'postgres://db/site' };
    expect(() => read(given)).toThrow('ARCHIVE_TO: archives the embedded database only');
  });

  it('ignores variables that are no settings', () => {
    expect(read({ PATH: '/bin', NODE_ENV: 'test', port: '1' })).toEqual(read({}));
  });
});

describe('a setting', () => {
  it('is read as given, and an address loses its trailing slash', () => {
    const given = {
      PORT: '0',
      HOST: '0.0.0.0',
      DATA_DIR: '/srv/site',
      DATABASE_URL: 'postgresql://user:p%40ss@db:5432/site',
      SITE_URL: 'https://www.example.com/',
      API_BASE_URL: 'http://api.example.com//',
      CAREERS_URL: 'https://jobs.example.com/x',
      SUPPORT_EMAIL: 'help@example.com',
      SITE_NAME: ' Example ',
      SITE_SLOGAN: ' We build. ',
      COMPANY_DETAILS: ' Example Ltd, no. 1 ',
      TRUST_PROXY: '2',
      TRUST_FORWARDERS: '192.0.2.7, 2001:db8::/32',
      REFRESH_PROXIES: 'http://127.0.0.1:8080, http://[::1]:8080',
      SITE_TIME_ZONE: 'Asia/Kolkata',
      FREE_DISK_MB: '1000',
      PAGE_CACHE_MB: '8',
      RETENTION_MONTHS: '12',
      MAIL_RETENTION_DAYS: '30',
      SHUTDOWN_DELAY_MS: '5000',
      CONSULTATION_CHANNEL: 'video',
      CONSULTATION_HOST: ' Grace ',
      // A slash at the end is a part of an issuer's name.
      OPENID_ISSUER: 'https://id.example.com/realms/one/',
      OPENID_CLIENT_ID: 'studio',
      OPENID_CLIENT_SECRET: 'a secret',
      OPENID_NAME: ' Example ID ',
      LOOPBACK_REQUESTS: 'allow',
      LOG_LEVEL: 'warn',
      LOG_FORMAT: 'json',
      METRICS_TOKEN: 'x'.repeat(16),
    };
    expect(read(given)).toEqual({
      ...given,
      PORT: 0,
      NUMBERS_DAYS: 90,
      LINK_CHECKS: 'weekly',
      ARCHIVE_DAYS: 7,
      BACKUP_HOURS: 24,
      FREE_DISK_MB: 1_000,
      PAGE_CACHE_MB: 8,
      SITE_URL: 'https://www.example.com',
      API_BASE_URL: 'http://api.example.com',
      SITE_NAME: 'Example',
      SITE_SLOGAN: 'We build.',
      COMPANY_DETAILS: 'Example Ltd, no. 1',
      TRUST_PROXY: 2,
      TRUST_FORWARDERS: ['192.0.2.7', '2001:db8::/32'],
      REFRESH_PROXIES: ['http://127.0.0.1:8080', 'http://[::1]:8080'],
      RETENTION_MONTHS: 12,
      MAIL_RETENTION_DAYS: 30,
      SHUTDOWN_DELAY_MS: 5000,
      CONSULTATION_HOST: 'Grace',
      OPENID_NAME: 'Example ID',
      LOOPBACK_REQUESTS: 'allow',
    });
  });

  it('can name a database by the folder of its socket', () => {
    expect(read({ DATABASE_URL: 'postgres:///site?host=/run/postgresql' }).DATABASE_URL).toBe(
      'postgres:///site?host=/run/postgresql',
    );
  });

  it.each([
    ['PORT', ['x', '-1', '65536', '80.5', '1e9', '3000a']],
    ['TRUST_PROXY', ['-1', '10', 'true', 'loopback']],
    [
      'TRUST_FORWARDERS',
      ['localhost', '1', '10.0.0.0/33', '10.0.0.0/', '::1/129', '10.0.0.1 10.0.0.2', '10.0.0.0/8/8'],
    ],
    ['DATABASE_URL', ['mysql://db/site', 'db', 'http://db']],
    ['SITE_URL', ['example.com', 'ftp://example.com', 'javascript:alert(1)', '/']],
    ['API_BASE_URL', ['api', 'file:///etc']],
    ['CAREERS_URL', ['careers', 'mailto:a@b.example']],
    ['SUPPORT_EMAIL', ['support', 'a@b', 'a b@c.example']],
    ['SITE_NAME', [' ', 'x'.repeat(61)]],
    ['SITE_SLOGAN', [' ', 'x'.repeat(121)]],
    ['COMPANY_DETAILS', [' ', 'x'.repeat(301)]],
    ['SITE_TIME_ZONE', ['Mars/Olympus', 'x']],
    ['RETENTION_MONTHS', ['0', '121', '1.5', '-1', '1e1', 'two']],
    ['MAIL_RETENTION_DAYS', ['0', '3651', ' 9']],
    ['LOG_RETENTION_MONTHS', ['0', '12', '1201']],
    ['CONSULTATION_CHANNEL', ['phone', 'Video', 'x']],
    ['CONSULTATION_HOST', [' ', 'x'.repeat(81), 'an\nengineer']],
    ['SHUTDOWN_DELAY_MS', ['-1', '60001', '1.5']],
    ['METRICS_TOKEN', ['short', 'x'.repeat(15), `${'x'.repeat(16)} x`]],
  ])('%s is refused if it is not valid', (name, values) => {
    for (const value of values) expect([value, listRefusals({ [name]: value })]).toEqual([value, [name]]);
  });

  it('is named together with all other invalid settings, in one list', () => {
    expect(listRefusals({ PORT: 'x', SITE_URL: 'y', SUPPORT_EMAIL: 'z', SITE_TIME_ZONE: 'w', HOST: '::1' })).toEqual([
      'PORT',
      'SITE_TIME_ZONE',
      'SITE_URL',
      'SUPPORT_EMAIL',
    ]);
  });
});

describe('the settings of the build', () => {
  it('are remembered, and the environment overrides them', async () => {
    await remember({ SITE_URL: 'https://built.example', SUPPORT_EMAIL: 'built@example.com' });
    expect(read({})).toMatchObject({ SITE_URL: 'https://built.example', SUPPORT_EMAIL: 'built@example.com' });
    expect(read({ SITE_URL: 'https://run.example' })).toMatchObject({
      SITE_URL: 'https://run.example',
      SUPPORT_EMAIL: 'built@example.com',
    });
  });

  it('give way to the default if the environment sets the name to an empty value', async () => {
    await remember({ SITE_URL: 'https://built.example', SUPPORT_EMAIL: 'built@example.com' });
    const unset = read({ SITE_URL: '', SUPPORT_EMAIL: '' });
    for (const name of ['SITE_URL', 'SUPPORT_EMAIL']) expect(unset).not.toHaveProperty(name);
  });

  it('are validated like those of the environment', async () => {
    await remember({ SITE_URL: 'nonsense' });
    expect(listRefusals({ PORT: 'x' })).toEqual(['PORT', 'SITE_URL']);
  });

  it('are empty without a build, or with a build record that cannot be read', async () => {
    const before = read({});
    await writeFile(join(build, 'build.json'), '{broken');
    expect(read({})).toEqual(before);
  });
});

describe('a store for files', () => {
  const store = {
    FILES_S3_ENDPOINT: 'https://s3.example',
    FILES_S3_BUCKET: 'site-files',
    FILES_S3_KEY_ID: 'key',
    FILES_S3_SECRET: 'secret',
  };

  it('is named by four settings and an optional region', () => {
    expect(read(store)).toMatchObject(store);
    expect(read({ ...store, FILES_S3_REGION: 'eu-west-2' }).FILES_S3_REGION).toBe('eu-west-2');
  });

  it('is refused if some of the four settings are missing, and the list names the other invalid settings too', () => {
    expect(listRefusals({ FILES_S3_REGION: 'eu-west-2', PORT: 'x' })).toEqual([...Object.keys(store), 'PORT'].sort());
    expect(listRefusals({ ...store, FILES_S3_SECRET: '' })).toEqual(['FILES_S3_SECRET']);
    expect(listRefusals({ ...store, FILES_S3_ENDPOINT: 'ftp://s3.example' })).toEqual(['FILES_S3_ENDPOINT']);
  });
});

describe('a setting in a file', () => {
  it('is the text of the file, without the line break at its end', async () => {
    const file = join(build, 'token');
    await writeFile(file, 'sixteen-letters-or-more\n');
    expect(read({ METRICS_TOKEN_FILE: file }).METRICS_TOKEN).toBe('sixteen-letters-or-more');
  });

  it('is refused if the file cannot be read, and if the setting is given too', async () => {
    const file = join(build, 'token');
    await writeFile(file, 'sixteen-letters-or-more');
    expect(listRefusals({ SMTP_URL_FILE: join(build, 'none') })).toEqual(['SMTP_URL_FILE']);
    expect(listRefusals({ METRICS_TOKEN_FILE: file, METRICS_TOKEN: 'another-sixteen-letters' })).toEqual([
      'METRICS_TOKEN',
    ]);
  });
});

it('reads each setting that the kept data of a release records, so that none is renamed without its old name', async () => {
  const releases = join(projectFolder, 'testing/releases');
  for (const version of await readdir(releases)) {
    const manifest = await readFile(join(releases, version, 'manifest.json'), 'utf8');
    const { settings } = JSON.parse(manifest) as { settings: Record<string, string | null> };
    expect(Object.keys(settings).filter((name) => !(name in settingTexts))).toEqual([]);
  }
});
