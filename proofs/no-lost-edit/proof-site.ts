import type { ApiContext } from '../../api/context.ts';
import { startSession } from '../../api/people/sessions.ts';
import type { KillableSite } from '../../testing/killable-site.ts';
import { makeEntry } from '../../testing/makers.ts';

/** The site of the proof and its database, which all parts use. */
export interface ProofSite {
  site: KillableSite;
  ctx: ApiContext;
}

/** The number of times that each event happened, by its name. */
export type Counts = Record<string, number>;

export function count(counts: Counts, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

const paragraphs = 20;

/** Creates a published page of sections that people write in: a text of paragraphs, and short texts below it. */
export async function createProofPage(ctx: ApiContext, name: string, shortTexts: number): Promise<{ id: number }> {
  const text = Array.from({ length: paragraphs }, (_, line) => `Paragraph ${line}.`).join('\n\n');
  const common = { kind: 'text', tone: 'plain', shown: true, contents: false };
  const others = Array.from({ length: shortTexts }, (_, item) => ({
    ...common,
    id: `s${item}`,
    text: `Section ${item}.`,
  }));
  const fields = { sections: [{ ...common, id: 'first', text }, ...others] };
  return makeEntry(ctx, 'PAGE', {
    slug: `no-lost-edit-${name}`,
    text: { title: `The page ${name}`, body: '', fields },
  });
}

/** Starts a session of a user, and returns its token. */
export async function signInAs(ctx: ApiContext, userId: number): Promise<string> {
  let token = '';
  await startSession(ctx, userId, {
    address: '127.0.0.1',
    userAgent: '',
    refusesTracking: true,
    actor: null,
    setSessionToken: (value) => {
      token = value ?? '';
    },
  });
  return token;
}
