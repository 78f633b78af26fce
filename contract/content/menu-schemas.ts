import { z } from 'zod';
import { careersTarget, hasTitle } from './menu-targets.ts';
import { linkTarget, referenceRegistry } from './reference-schemas.ts';

const menuLabel = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(60, 'must have at most 60 characters')
  .regex(/^\P{Cc}*$/u, 'must be on one line');

const createItems = <S extends z.ZodType>(item: S, max: number) =>
  z.array(item).max(max, `must have at most ${max} items`);

/** The target of an item: that of a link, or the careers site, whose address is a setting of the operator. */
const menuTarget = z
  .string()
  .trim()
  .refine(
    (target) => target === careersTarget || linkTarget.safeParse(target).success,
    'must be a path of this site such as /blogs, an address that begins with https://, or careers',
  )
  .meta({ format: 'uri-reference' })
  .register(referenceRegistry, { refersTo: 'LINK' });

/** Without a label, an item shows the title of the entry, or the heading of the list. */
const isLabelled = ({ to, label }: { to: string; label?: string | undefined }) => label !== undefined || hasTitle(to);
const noLabel = { path: ['label'], error: 'is required, because the target has no title of its own' };

/** An item of a group has no items of its own. */
const link = z
  .strictObject(
    { to: menuTarget, label: menuLabel.optional() },
    {
      error: ({ code, keys }) =>
        code === 'unrecognized_keys' && (keys as string[]).includes('items')
          ? 'a group cannot be in another group'
          : undefined,
    },
  )
  .refine(isLabelled, noLabel);

const groupItems = createItems(link, 12).min(1, 'must have at least one item');

const headerItem = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('link'), ...link.shape }).refine(isLabelled, noLabel),
    z.strictObject({
      kind: z.literal('group'),
      label: menuLabel,
      /** On wide screens its items stand in the header themselves. Default: they are in a menu that opens. */
      inline: z.boolean().optional(),
      items: groupItems,
    }),
  ],
  { error: 'kind must be link or group' },
);

/** The most links and menus that stand side by side in the header of a wide screen. */
const maxInHeader = 8;

/** The menus of the site: who edits them is in the guide of content, and what they show is `resolvedMenus`. */
export const menuSettings = z.strictObject({
  header: createItems(headerItem, maxInHeader).refine(
    (items) =>
      items.reduce((count, item) => count + (item.kind === 'group' && item.inline ? item.items.length : 1), 0) <=
      maxInHeader,
    `must show at most ${maxInHeader} links and menus side by side`,
  ),
  /** What visitors are asked to do, in the header and at the end of pages. */
  action: z.strictObject({ to: linkTarget, label: menuLabel.optional() }).refine(isLabelled, noLabel).optional(),
  footer: createItems(z.strictObject({ label: menuLabel, items: groupItems }), 6),
  /** The last row of the footer. */
  legal: createItems(link, 24),
});

export type MenuSettings = z.output<typeof menuSettings>;

const resolvedLink = z.object({
  to: z.string().describe('A path of the site, an address, or careers for the careers site'),
  label: z.string(),
});
const resolvedGroup = z.object({ label: z.string(), inline: z.boolean().optional(), items: z.array(resolvedLink) });

/** The menus as visitors see them: with the titles of targets, and without items whose target is not shown. */
export const resolvedMenus = z.object({
  header: z.array(z.union([resolvedGroup, resolvedLink])),
  action: resolvedLink.nullable(),
  footer: z.array(resolvedGroup),
  legal: z.array(resolvedLink),
});

export type MenuLink = z.output<typeof resolvedLink>;
export type MenuGroup = z.output<typeof resolvedGroup>;
export type ResolvedMenus = z.output<typeof resolvedMenus>;
