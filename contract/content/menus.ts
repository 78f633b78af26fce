import type { ListedType } from './entry-types.ts';
import type { ListSettings } from './list-settings.ts';
import type { MenuGroup, MenuLink, MenuSettings, ResolvedMenus } from './menu-schemas.ts';
import { careersTarget, findListedType, hasTitle } from './menu-targets.ts';
import { getPathname } from './site-paths.ts';

type Link = { to: string; label?: string | undefined };

export function listMenuTargets({ header, action, footer, legal }: MenuSettings): string[] {
  const links: Link[] = [
    ...header.flatMap((item) => (item.kind === 'group' ? item.items : [item])),
    ...(action ? [action] : []),
    ...footer.flatMap(({ items }) => items),
    ...legal,
  ];
  return links.map(({ to }) => to);
}

/**
 * Returns the menus as visitors see them. `titles` are those of the shown entries and categories among the targets, by
 * path. An item whose target is not among them is left out, and so is a group without items.
 */
export function resolveMenus(
  menus: MenuSettings,
  lists: Record<ListedType, Pick<ListSettings, 'heading'>>,
  titles: ReadonlyMap<string, string>,
): ResolvedMenus {
  function resolveLink({ to, label }: Link): MenuLink[] {
    const create = (title: string | undefined) => (title === undefined ? [] : [{ to, label: label ?? title }]);
    if (to === careersTarget) return create('Careers');
    const listed = findListedType(to);
    if (listed) return create(lists[listed].heading);
    if (!to.startsWith('/') || !hasTitle(to)) return create(label);
    return create(titles.get(getPathname(to)));
  }
  const resolveGroup = <G extends { items: Link[] }>({ items, ...group }: G) => {
    const shown = items.flatMap(resolveLink);
    return shown.length > 0 ? [{ ...group, items: shown }] : [];
  };
  return {
    header: menus.header.flatMap(({ kind: _, ...item }): (MenuGroup | MenuLink)[] =>
      'items' in item ? resolveGroup(item) : resolveLink(item),
    ),
    action: (menus.action && resolveLink(menus.action)[0]) ?? null,
    footer: menus.footer.flatMap(resolveGroup),
    legal: menus.legal.flatMap(resolveLink),
  };
}
