import type { MenuSettings } from './menu-schemas.ts';
import { careersTarget } from './menu-targets.ts';

const lists = {
  Work: ['/what-we-do', '/our-plans', '/microservices', '/microservices#apps'],
  Read: ['/blogs', '/trivia', '/infographics'],
};
const toItems = (targets: readonly string[]) => targets.map((to) => ({ to }));

/** Creates menus with the lists of every installation, the given pages of the company, and a row of other pages. */
export function createMenus(company: readonly string[], legal: readonly string[]): MenuSettings {
  const companyItems = toItems([...company, '/contact-us', careersTarget]);
  const feed = { to: '/feed.xml', label: 'RSS feed' };
  return {
    header: [
      { kind: 'group', label: 'Work', inline: true, items: toItems(lists.Work) },
      { kind: 'group', label: 'Read', items: toItems(lists.Read) },
      { kind: 'group', label: 'Company', items: companyItems },
    ],
    action: { to: '/book-a-free-consultation' },
    footer: [
      { label: 'Work', items: toItems(lists.Work) },
      { label: 'Read', items: [...toItems(lists.Read), feed] },
      { label: 'Company', items: companyItems },
    ],
    legal: [
      ...toItems([...legal, '/privacy-policy']),
      { to: '/privacy-policy#stored', label: 'Stored on this device' },
      { to: '/terms-of-service' },
      { to: '/api/docs', label: 'API reference' },
    ],
  };
}
