import { expect, it } from 'vitest';
import { findTab, listTabs } from './tabs.ts';

it('a page opens with its sections, and has a tab for a text only if an earlier version had one', () => {
  for (const body of ['', '\n']) expect(listTabs('PAGE', body)[0]).toBe('Sections');
  expect(listTabs('PAGE', 'A former text.\n')).toContain('Text');
  expect(listTabs('BLOG', '')[0]).toBe('Text');
  expect(findTab(listTabs('PAGE', '\n'), 'title')).toBe('Sections');
});
