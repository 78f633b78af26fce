import { readFileSync } from 'node:fs';

/** The settings of an environment, and an error line for each that cannot be read. */
export interface ReadSecrets {
  given: Record<string, string | undefined>;
  problems: string[];
}

/**
 * Reads settings from files: `SMTP_URL_FILE=/run/secrets/smtp` sets `SMTP_URL` to the text of that file, without the
 * line break at its end. Every setting can be given this way, because containers receive secrets as files.
 */
export function readSecretFiles(
  environment: Record<string, string | undefined>,
  settingNames: readonly string[],
): ReadSecrets {
  const given = { ...environment };
  const problems: string[] = [];
  for (const name of settingNames) {
    const variable = `${name}_FILE`;
    const file = environment[variable];
    if (!file || settingNames.includes(variable)) continue;
    if (environment[name]) {
      problems.push(`  ${name}: is set twice, by ${name} and by ${variable}`);
      continue;
    }
    try {
      given[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      problems.push(`  ${variable}: the file cannot be read (${(error as NodeJS.ErrnoException).code})`);
    }
  }
  return { given, problems };
}
