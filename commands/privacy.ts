import type { Command } from 'commander';
import { definePrivacyErase } from './privacy-erase.ts';
import { definePrivacyExport } from './privacy-export.ts';

/** Defines `site privacy`. */
export function definePrivacy(command: Command): void {
  command.description('Prints or erases everything that is stored about an e-mail address.');
  definePrivacyExport(command.command('export'));
  definePrivacyErase(command.command('erase'));
}
