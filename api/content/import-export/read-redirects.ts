import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NewRedirect } from '../../../contract/studio/redirect-operations.ts';
import { type ContentProblem, returnOnError } from './problems.ts';
import { redirectFile } from './schemas.ts';
import { parseYaml } from './yaml.ts';

/** The file of the redirects that are added by hand. Those of renames are in the front matter of their entries. */
export const redirectsFile = 'redirects.yaml';

/** A redirect of a folder, with its place in the file. */
export interface RedirectSource extends NewRedirect {
  /** Creates a problem at one of its fields. */
  createProblem(field: keyof NewRedirect, message: string): ContentProblem;
}

/** Reads the redirects of a folder; `problems` gets their problems, such as two redirects from one address. */
export async function readRedirects(root: string, problems: ContentProblem[]): Promise<RedirectSource[]> {
  const text = await readFile(join(root, redirectsFile), 'utf8').catch(returnOnError('ENOENT', '[]'));
  const parsed = parseYaml(text, redirectFile, redirectsFile);
  problems.push(...parsed.problems);
  const sources = (parsed.value ?? []).map((redirect, index) => ({
    ...redirect,
    createProblem: (field: keyof NewRedirect, message: string) => ({
      file: redirectsFile,
      line: parsed.findLine([index, field]),
      field: `${index}.${field}`,
      message,
    }),
  }));
  const paths = new Set<string>();
  for (const { path, createProblem } of sources) {
    if (paths.has(path)) problems.push(createProblem('path', 'leads to another page already, further up in this file'));
    paths.add(path);
  }
  return sources;
}
