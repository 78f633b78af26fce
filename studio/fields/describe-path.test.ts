import { expect, it } from 'vitest';
import { describePath } from './describe-path.ts';

it.each([
  ['title', 'Title'],
  ['body', 'Text'],
  ['content.title', 'Title'],
  ['slug', 'Address'],
  ['keywords.2', 'Keyword 3'],
  ['interests.0', 'Interest 1'],
  ['fields.tagline', 'Tagline'],
  ['fields.sheets.0.title', 'Sheet 1, title'],
  ['fields.sheets.1.rows.2.1', 'Sheet 2, row 3, column 2'],
  ['fields.sheets.0.source.url', 'Sheet 1, source, address'],
  ['fields.dependsOn.0', 'Depends on 1'],
  ['fields.faqs.3.answer', 'Question 4, answer'],
  ['fields.schematic.links.1.0', 'Schematic, link 2, from'],
  ['fields', 'Facts'],
])('%s is read as %s', (path, words) => expect(describePath(path)).toBe(words));

it('a section is named by its kind and title, and a section without a title by its place', () => {
  const fields = {
    sections: [
      { id: 'a', kind: 'text', title: 'Our story' },
      { id: 'b', kind: 'features' },
    ],
  };
  expect(describePath('fields.sections.0.text', fields)).toBe('Text “Our story”, text');
  expect(describePath('fields.sections.1.features.0.link.label', fields)).toBe(
    'Features, section 2, feature 1, link, label',
  );
  expect(describePath('fields.sections.1', fields)).toBe('Features, section 2');
  expect(describePath('fields.sections.4.title', fields)).toBe('Section 5, title');
  expect(describePath('fields.sections', fields)).toBe('Sections');
});
