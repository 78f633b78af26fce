import { expect, it } from 'vitest';
import { sampleFields } from '../../testing/makers.ts';
import { entryFields } from '../content/entry-fields.ts';
import { contentSchemaVersion, upgradeFields, upgradeText, versionWithMenus } from './content-versions.ts';
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

it('an older source loses an address that is neither https nor http, and keeps the rest', () => {
  const [first] = oldFields.sheets;
  const withUrl = (url: string) => ({ ...first, kind: 'dot', source: { title: 'Counted', url, year: 2024 } });
  const fields = { sheets: [withUrl('javascript:alert(1)'), withUrl('https://example.org/')] };
  const upgraded = upgradeFields('INFOGRAPHIC', 1, fields);
  expect(upgraded).toEqual({
    sheets: [{ ...first, kind: 'dot', source: { title: 'Counted', year: 2024 } }, fields.sheets[1]],
  });
  expect(entryFields.INFOGRAPHIC.safeParse(upgraded).success).toBe(true);
});

it('an older page loses its menu, which is a setting now', () => {
  expect(upgradeFields('PAGE', versionWithMenus - 1, { menu: 'company', heading: 'Trust' })).toEqual({
    heading: 'Trust',
  });
  const fields = { menu: 'company' };
  expect(upgradeFields('SERVICE', versionWithMenus - 1, fields)).toBe(fields);
});

it('a text of the present schema, of another type, or a draft whose fields are anything is left alone', () => {
  expect(upgradeFields('INFOGRAPHIC', contentSchemaVersion, oldFields)).toBe(oldFields);
  expect(upgradeFields('PAGE', 0, oldFields)).toEqual(oldFields);
  for (const fields of [{}, { sheets: 'none' }, { sheets: [null, 1, { scale: 'log' }, { source: 'x' }, []] }])
    expect(() => upgradeFields('INFOGRAPHIC', 0, fields)).not.toThrow();
});
