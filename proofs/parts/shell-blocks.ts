import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../server/folders.ts';

export interface ShellBlock {
  document: string;
  text: string;
}

/** Says how the commands of one block are tested. */
export interface BlockCheck {
  document: string;
  /** The beginning of the block, which no other block of the document has. */
  begins: string;
  /** `npm run prove -- guide` runs the block, or this test checks what the commands use. */
  by: 'proofs/guide.ts' | `${string}.test.ts`;
}

/** Every block has one row; `tasks/operation.test.ts` compares both. */
export const blockChecks: BlockCheck[] = [
  { document: 'README.md', begins: 'npm ci && npm start', by: 'proofs/guide.ts' },
  { document: 'README.md', begins: 'npx site new', by: 'commands/make-it-yours.test.ts' },
  // It would run itself. The workflows run it in parts.
  { document: 'README.md', begins: 'npm ci && npm test', by: 'tasks/workflows.test.ts' },
  { document: 'README.md', begins: 'npm run test:api', by: 'tasks/operation.test.ts' },
  { document: 'docs/operation.md', begins: 'git clone <repository> /srv/site/releases/1', by: 'proofs/guide.ts' },
  // There is no Docker engine where tests run.
  { document: 'docs/operation.md', begins: 'docker build', by: 'tasks/operation.test.ts' },
  { document: 'docs/operation.md', begins: 'export BACKUP_KEY', by: 'proofs/guide.ts' },
  // The archive reaches a moment only after a minute.
  { document: 'docs/operation.md', begins: 'export ARCHIVE_TO', by: 'commands/archive-commands.long.test.ts' },
  { document: 'docs/operation.md', begins: 'mv /srv/site-data', by: 'commands/archive-commands.long.test.ts' },
  { document: 'docs/operation.md', begins: 'umask 077 && tar', by: 'proofs/guide.ts' },
  { document: 'docs/operation.md', begins: 'mkdir -p /srv/site-data && tar', by: 'proofs/guide.ts' },
  { document: 'docs/operation.md', begins: 'git clone <repository> /srv/site/releases/2', by: 'proofs/guide.ts' },
  { document: 'docs/operation.md', begins: 'cd /srv/site/previous', by: 'proofs/guide.ts' },
  // It needs the programs of an earlier PostgreSQL.
  {
    document: 'docs/operation.md',
    begins: 'npx site upgrade-database',
    by: 'server/backup/upgrade-database.long.test.ts',
  },
  { document: 'docs/guides/make-it-yours.md', begins: 'npx site new', by: 'commands/make-it-yours.test.ts' },
  { document: 'docs/guides/sections.md', begins: 'npx site check', by: 'commands/make-it-yours.test.ts' },
  { document: 'docs/guides/add-a-page.md', begins: 'npx site check', by: 'commands/make-it-yours.test.ts' },
  // The compiler and the tests themselves: every run of the tests has them.
  { document: 'docs/guides/add-a-section-type.md', begins: 'npx tsc', by: 'tasks/workflows.test.ts' },
  { document: 'docs/operation.md', begins: 'journalctl', by: 'proofs/guide.ts' },
];

export function readShellBlocks(): ShellBlock[] {
  return [...new Set(blockChecks.map(({ document }) => document))].flatMap((document) =>
    [
      ...readFileSync(join(projectFolder, document), 'utf8').matchAll(/^```(?:sh|bash|shell|console)\n(.*?)^```$/gms),
    ].map(([, text = '']) => ({ document, text })),
  );
}

/** Returns the rows that belong to a block: exactly one, if the table is right. */
export function findChecks({ document, text }: ShellBlock): BlockCheck[] {
  return blockChecks.filter((check) => check.document === document && text.startsWith(check.begins));
}
