import { expect, it } from 'vitest';
import { roles } from '../../contract/studio/permissions.ts';
import { screenPermissions } from '../../contract/studio/screens.ts';
import { canOpen } from '../parts/rail-items.ts';
import { listPaletteGroups } from './sources.ts';

const found = { entries: [], items: [], pictures: [], users: [], messages: [] };
const entryPath = '/studio/content/1';

it('the palette has every screen with one address that a role may open, and no act that it may not do', () => {
  for (const role of roles) {
    const groups = [...'aeiou'].flatMap((text) =>
      listPaletteGroups({ role, text, path: entryPath, found, getTypeName: (type) => type }),
    );
    const listed = groups.flatMap(({ items }) => items.map(({ to }) => to));
    const paths = (Object.keys(screenPermissions) as (keyof typeof screenPermissions)[]).filter(
      (path) => screenPermissions[path] !== null && !path.includes(':') && canOpen(role, path),
    );
    const missing = paths.filter((path) => !listed.includes(`/studio/${path}`.replace(/\/$/, '')));
    expect([role, missing]).toEqual([role, []]);
    expect([role, listed.includes(`${entryPath}/share`)]).toEqual([role, role !== 'READER' && role !== 'OPERATOR']);
    expect(listed).toContain('/studio/me#sign-out');
  }
});
