import { expect, it } from 'vitest';
import { sampleFields } from '../../testing/makers.ts';
import { entryFields } from '../content/entry-fields.ts';
import { contentSchemaVersion, upgradeFields, upgradeText } from './content-versions.ts';
import { createEmptyContent } from './draft-content.ts';

const [sheet] = sampleFields.INFOGRAPHIC.sheets;
const oldFields = {
  sheets: [
    { ...sheet, kind: 'bar', scale: 'log' },
    { ...sheet, kind: 'line', scale: 'log' },
    { ...sheet, kind: 'bar', scale: 'linear' },
  ],
};

it('a text of the first schema fits the present one, and what fitted stays as it was', () => {
  expect(entryFields.INFOGRAPHIC.safeParse(oldFields).success).toBe(false);
  const content = { ...createEmptyContent('Old'), fields: oldFields };
  const upgraded = upgradeText('INFOGRAPHIC', 0, content);
  expect(entryFields.INFOGRAPHIC.safeParse(upgraded.fields).success).toBe(true);
  const [first, ...others] = oldFields.sheets;
  expect(upgraded).toEqual({ ...content, fields: { sheets: [{ ...first, kind: 'dot' }, ...others] } });
  expect(upgradeFields('INFOGRAPHIC', 0, oldFields)).toEqual(upgraded.fields);
});

it('a text of the present schema, of another type, or a draft whose fields are anything is left alone', () => {
  expect(upgradeFields('INFOGRAPHIC', contentSchemaVersion, oldFields)).toBe(oldFields);
  expect(upgradeFields('PAGE', 0, oldFields)).toEqual(oldFields);
  for (const fields of [{}, { sheets: 'none' }, { sheets: [null, 1, { scale: 'log' }, []] }])
    expect(() => upgradeFields('INFOGRAPHIC', 0, fields)).not.toThrow();
});
