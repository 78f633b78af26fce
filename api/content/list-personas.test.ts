import { expect, it } from 'vitest';
import { getSlugs } from '../../testing/api.ts';
import { makeInterest, makePersona } from '../../testing/makers.ts';
import { removeContent, setUpApi } from '../../testing/set-up.ts';

const api = await setUpApi(removeContent);

it('lists the enabled personas in the order of the editors, each with its interests', async () => {
  await makePersona(api.ctx, { slug: 'second', position: 2 });
  const first = await makePersona(api.ctx, { slug: 'first', position: 1, interests: ['storage', 'networks'] });
  await makePersona(api.ctx, { enabled: false });
  const answer = await api.get('/api/persona/personas/list/enablePersona');
  expect(getSlugs(answer)).toEqual(['first', 'second']);
  const { id, slug, label, description } = first;
  expect(answer.body.items[0]).toEqual({ id, slug, label, description, interests: ['storage', 'networks'] });
});

it('lists the enabled interests in the order of the editors', async () => {
  await makeInterest(api.ctx, { slug: 'second', position: 2 });
  const first = await makeInterest(api.ctx, { slug: 'first', position: 1 });
  await makeInterest(api.ctx, { enabled: false });
  const answer = await api.get('/api/persona/interests/list/enableInterest');
  expect(getSlugs(answer)).toEqual(['first', 'second']);
  expect(answer.body.items[0]).toEqual({
    id: first.id,
    slug: 'first',
    label: first.label,
    description: first.description,
  });
});
