import { createFailure } from '../../failures.ts';
import type { PageArgs, PageDefinition } from '../../page.ts';
import { createPageEntryHead, getPageEntryCachePolicy, loadPageEntry } from '../../parts/page-entry.ts';
import { describeTeamMember } from '../../parts/structured-data.ts';
import { type AboutData, AboutView } from './view.tsx';

async function loadAbout(args: PageArgs): Promise<AboutData> {
  const { client, url, signal } = args;
  const positionSlug = url.searchParams.get('position') || null;
  const [entry, positions, allMembers] = await Promise.all([
    loadPageEntry(args, 'about-us'),
    client.call('positions', {}, { signal }),
    positionSlug === null ? client.call('teamMembers', {}, { signal }) : null,
  ]);
  if (allMembers) return { entry, positions: positions.items, position: null, members: allMembers.items };

  const position = positions.items.find(({ slug }) => slug === positionSlug);
  if (!position) throw createFailure(404, { links: [{ href: '/about-us', label: 'About us, with the whole team' }] });
  const { items } = await client.call('teamByPosition', { position: position.slug }, { signal });
  return { entry, positions: positions.items, position, members: items };
}

export const page: PageDefinition<AboutData> = {
  loader: loadAbout,
  View: AboutView,
  head: ({ entry, position, members }, settings) => {
    const head = createPageEntryHead(entry, position ? `/about-us?position=${position.slug}` : '/about-us', settings);
    return {
      ...head,
      title: position ? `${position.label} · ${entry.title}` : entry.title,
      structuredData: import.meta.env.SSR
        ? [...(head.structuredData ?? []), ...members.map((member) => describeTeamMember(settings, member))]
        : undefined,
    };
  },
  cache: ({ entry }) => getPageEntryCachePolicy(entry),
  parameters: ['position', 'admin'],
};
