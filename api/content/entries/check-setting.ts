import type { EntryType } from '../../../contract/content/entry-types.ts';
import { settingSchemas } from '../../../contract/content/setting-schemas.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { EntryContentProblem } from '../../../contract/studio/shapes.ts';
import { findLookProblems } from '../themes/find-look-problems.ts';

/** Returns the problems of a setting that its schema cannot say, such as colours without enough contrast. */
export async function findSettingContentProblems(
  type: EntryType,
  { fields: { setting, ...fields } }: DraftContent,
): Promise<EntryContentProblem[]> {
  if (type !== 'SETTING' || setting !== 'look') return [];
  const look = settingSchemas.look.safeParse(fields);
  if (!look.success) return [];
  const problems = await findLookProblems(look.data);
  return problems.map(({ path, message }) => ({ path: `fields.${path}`, line: null, message }));
}
