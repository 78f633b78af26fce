import { describe, expect, it } from 'vitest';
import { sampleFields } from '../../testing/makers.ts';
import { entryFields } from '../content/entry-fields.ts';
import { findMissingSections, requiredSections } from '../content/sections.ts';
import { contentSchemaVersion, upgradeFields, upgradeText, versionWithMenus } from './content-versions.ts';
import { createEmptyContent } from './draft-content.ts';

const [sheet] = sampleFields.INFOGRAPHIC.sheets;
const chart = { type: 'INFOGRAPHIC', slug: 'chart' } as const;
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
  const upgraded = upgradeText(chart, 0, content);
  expect(entryFields.INFOGRAPHIC.safeParse(upgraded.fields).success).toBe(true);
  const [first, ...others] = oldFields.sheets;
  expect(upgraded).toEqual({ ...content, fields: { sheets: [{ ...first, kind: 'dot' }, ...others] } });
  expect(upgradeFields(chart, 0, oldFields)).toEqual(upgraded.fields);
});

it('an older source loses an address that is neither https nor http, and keeps the rest', () => {
  const [first] = oldFields.sheets;
  const withUrl = (url: string) => ({ ...first, kind: 'dot', source: { title: 'Counted', url, year: 2024 } });
  const fields = { sheets: [withUrl('javascript:alert(1)'), withUrl('https://example.org/')] };
  const upgraded = upgradeFields(chart, 1, fields);
  expect(upgraded).toEqual({
    sheets: [{ ...first, kind: 'dot', source: { title: 'Counted', year: 2024 } }, fields.sheets[1]],
  });
  expect(entryFields.INFOGRAPHIC.safeParse(upgraded).success).toBe(true);
});

it('an older page loses its menu, which is a setting now', () => {
  const page = { type: 'PAGE', slug: 'trust' } as const;
  expect(upgradeFields(page, versionWithMenus - 1, { menu: 'company', heading: 'Trust' })).toEqual({
    heading: 'Trust',
    sections: [],
  });
  const fields = { menu: 'company' };
  expect(upgradeFields({ type: 'SERVICE', slug: 'a' }, versionWithMenus - 1, fields)).toBe(fields);
});

it('a text of the present schema, of another type, or a draft whose fields are anything is left alone', () => {
  expect(upgradeFields(chart, contentSchemaVersion, oldFields)).toBe(oldFields);
  expect(upgradeFields({ type: 'BLOG', slug: 'a' }, 0, oldFields)).toEqual(oldFields);
  for (const fields of [{}, { sheets: 'none' }, { sheets: [null, 1, { scale: 'log' }, { source: 'x' }, []] }])
    expect(() => upgradeFields(chart, 0, fields)).not.toThrow();
});

describe('a page that was written before pages were lists of sections', () => {
  const common = { tone: 'plain', shown: true };
  const facts = [{ value: '4', label: 'trees' }];
  const upgrade = (slug: string, fields: Record<string, unknown>, body = 'A text.\n') =>
    upgradeText({ type: 'PAGE', slug }, 3, { ...createEmptyContent('Page'), body, fields });
  const text = { ...common, id: 'text', kind: 'text', text: 'A text.', contents: false };

  it('has its facts, years, claims and body as sections, and keeps its other fields', () => {
    const timeline = [{ year: 1911, title: 'Begun', text: 'On a hill.' }];
    const evidence = [{ claim: 'It holds', figure: '1', text: 'Counted.' }];
    const upgraded = upgrade('any', { heading: 'A heading', facts, timeline, evidence });
    expect(upgraded.body).toBe('');
    expect(upgraded.fields).toEqual({
      heading: 'A heading',
      sections: [
        { ...common, id: 'facts', kind: 'figures', figures: facts },
        { ...common, id: 'timeline', kind: 'timeline', events: timeline },
        { ...common, id: 'claims', kind: 'claims', claims: evidence },
        text,
      ],
    });
    expect(upgradeText({ type: 'PAGE', slug: 'any' }, 3, upgraded)).toBe(upgraded);
  });

  it.each(Object.keys(requiredSections))('has what the specification puts at its address: %s', (slug) => {
    const { fields } = upgrade(slug, { facts });
    const { sections } = fields as { sections: (Record<string, unknown> & { kind: string })[] };
    expect(findMissingSections(slug, sections)).toEqual([]);
    expect(sections).toContainEqual(text);
    expect(entryFields.PAGE.parse(fields)).toEqual(fields);
  });

  it('shows the parts of a consultation in its form', () => {
    const { fields } = upgrade('book-a-free-consultation', { facts });
    expect(fields.sections).toEqual([
      { ...common, id: 'consultation', kind: 'form', form: 'consultation', schedule: facts },
      text,
    ]);
  });

  it('can be a draft whose fields are anything', () => {
    for (const fields of [{}, { facts: 'none' }, { timeline: null, evidence: [1] }, { sections: 'none' }])
      expect(() => upgrade('home', fields, '')).not.toThrow();
  });
});
