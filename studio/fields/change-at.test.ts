import { expect, it } from 'vitest';
import { changeAt } from './change-at.ts';

it('changes the value at a path, and keeps everything beside it as it is', () => {
  const fields = { sections: [{ id: 'a', text: 'old' }, { id: 'b' }], lede: 'Stays' };
  const changed = changeAt(fields, ['sections', '0', 'text'], 'new') as typeof fields;
  expect(changed).toEqual({ sections: [{ id: 'a', text: 'new' }, { id: 'b' }], lede: 'Stays' });
  expect(changed.sections[1]).toBe(fields.sections[1]);
  expect(changeAt(undefined, ['art', 'name'], 'mill.jpg')).toEqual({ art: { name: 'mill.jpg' } });
});
