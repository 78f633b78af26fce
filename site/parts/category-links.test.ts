import { createElement, type PropsWithChildren, use } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { listDefaults } from '../../contract/content/list-defaults.ts';
import type { Category } from '../../contract/content/record-shapes.ts';
import { SiteSettingsContext } from '../settings.ts';
import { CategoryLinks } from './category-links.tsx';

const category: Category = { id: 1, type: 'BLOG', slug: 'costs', name: 'Costs', description: '', count: 2 };
const other: Category = { ...category, id: 2, slug: 'disks', name: 'Disks' };
const foreign: Category = { ...category, id: 3, type: 'TRIVIA', slug: 'engines', name: 'Engines' };

/** Provides the settings that the links read. */
function WithSettings({ children }: PropsWithChildren) {
  const value = { ...use(SiteSettingsContext), lists: listDefaults };
  return createElement(SiteSettingsContext, { value }, children);
}

/** Returns the labels of all links and of those that are marked as current. */
function renderLinks(current: string | null): { labels: string[]; marked: string[] } {
  const props = { type: 'BLOG', categories: [category, other, foreign], current } as const;
  const links = [
    ...renderToStaticMarkup(createElement(WithSettings, null, createElement(CategoryLinks, props))).matchAll(
      /<a([^>]*)>(\w+)/g,
    ),
  ];
  const marked = links.filter(([, attributes = '']) => attributes.includes('aria-current="true"'));
  return { labels: links.map(([, , label = '']) => label), marked: marked.map(([, , label = '']) => label) };
}

it('links to the whole list and to the categories of the type', () => {
  expect(renderLinks(null).labels).toEqual(['All', 'Costs', 'Disks']);
});

it.each([
  [null, ['All']],
  ['costs', ['Costs']],
  ['', []],
])('marks the link of the selection %j', (current, marked) => {
  expect(renderLinks(current).marked).toEqual(marked);
});
