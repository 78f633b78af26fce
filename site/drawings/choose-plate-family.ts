import type { EntryCard, EntryDetail } from '../../contract/content/entry-shapes.ts';
import { getEntryType, type PlateFamily } from '../../contract/content/entry-types.ts';

/** What the plate of an entry depends on. */
export type PlateSubject = Pick<EntryCard | EntryDetail, 'type' | 'slug' | 'title' | 'summary' | 'fields'>;

/** Beginnings of the words that name the subject of each family. */
const subjects: Record<PlateFamily, RegExp> = {
  cable: /\b(?:cable|fib(?:re|er)|duct|copper|optic|light|distance|kilomet)/gi,
  contours: /\b(?:map|geograph|terrain|growth|cost|capacit|legacy|compan|people)/gi,
  floor: /\b(?:premises|building|hall|cent(?:re|er)s?\b|cooling|power|hardware|sovereign|archive|bill)/gi,
  packet: /\b(?:packet|port\b|ports|protocol|http|mtu|ping|address|message|mail|contact)/gi,
  rack: /\b(?:rack|server|node|machine|disk|backup|storage|deploy)/gi,
  timing: /\b(?:time|hour|minute|second\b|clock|latency|schedul|expir|deadline|outage|status)/gi,
  topology: /\b(?:network|route|replica|cluster|dns|team|organisation|design)/gi,
  traces: /\b(?:secret|key|encrypt|cipher|bit|chip|code|token|terms)/gi,
};

/** The families for plans. A plan describes equipment and its place, so drawings of time and messages do not fit. */
const familiesOfPlans: readonly string[] = ['rack', 'floor', 'topology', 'cable'] satisfies PlateFamily[];

/**
 * Returns the family of an entry's plate: the editor's choice; otherwise the family whose words its title and summary
 * have most often; otherwise the family of its type.
 */
export function choosePlateFamily({ type, title, summary, fields }: PlateSubject): PlateFamily {
  if ('plate' in fields && fields.plate) return fields.plate;
  let best = getEntryType(type).plate ?? 'contours';
  let most = 0;
  for (const [family, words] of Object.entries(subjects) as [PlateFamily, RegExp][]) {
    if (type === 'PLAN' && !familiesOfPlans.includes(family)) continue;
    const count = `${title} ${summary}`.match(words)?.length ?? 0;
    if (count <= most) continue;
    best = family;
    most = count;
  }
  return best;
}
