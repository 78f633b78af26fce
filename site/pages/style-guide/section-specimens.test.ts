import { expect, it } from 'vitest';
import { sections } from '../../../contract/content/section-schemas.ts';
import { sectionKinds } from '../../../contract/content/sections.ts';
import { listSpecimens, renderSpecimens, specimenSizes } from './section-specimens.ts';

it.each(specimenSizes)('has a valid page of %s specimens, one of each kind of section', (size) => {
  const all = listSpecimens(size);
  expect(all.map(({ kind }) => kind)).toEqual(sectionKinds);
  expect(sections.parse(all)).toEqual(all);
});

it('renders the pictures of a specimen at their paths', () => {
  expect(Object.keys(renderSpecimens(listSpecimens('short')))).toEqual([
    'hero.art.name',
    'text',
    'features.features.1.picture',
    'quotes.quotes.0.portrait',
    ...[0, 1, 2, 3].map((index) => `logos.logos.${index}.picture`),
    'picture.picture.name',
    ...[0, 1, 2].map((index) => `gallery.pictures.${index}.name`),
    'video.poster',
  ]);
});
