import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { buildTimeNames } from '../server/build/build-record.ts';
import { projectFolder } from '../server/folders.ts';
import { settingTexts } from '../server/setting-texts.ts';

export const settingsDocument = join(projectFolder, 'docs/settings.md');

const head = `# Settings

Settings are environment variables. They are checked at the start: all invalid settings are listed at once, and the process ends with 1.
An empty value means unset. \`<name>_FILE\` names a file that contains the value of a setting, such as
\`SMTP_URL_FILE=/run/secrets/smtp\`. [.env.example](../.env.example) lists each setting with its default, and says how to load it as a file.

A setting with an asterisk is also a build-time setting: the value given to \`npm run build\` applies unless the environment overrides it.

\`node tasks/write-settings.ts\` writes this page from \`server/setting-texts.ts\`.

| Name | Default | |
| --- | --- | --- |
`;

/** Returns the text of `docs/settings.md`: each setting with its default and what it does. */
export function formatSettings(): string {
  const defaults = parseEnv(readFileSync(join(projectFolder, '.env.example'), 'utf8'));
  const isBuildTime = (name: string) => (buildTimeNames as readonly string[]).includes(name);
  const rows = Object.entries(settingTexts).map(([name, text]) => {
    const value = defaults[name] ? `\`${defaults[name]}\`` : '';
    return `| \`${name}\`${isBuildTime(name) ? ' *' : ''} | ${value} | ${text} |`;
  });
  return `${head}${rows.join('\n')}\n`;
}

if (import.meta.main) writeFileSync(settingsDocument, formatSettings());
