import { appBody } from './bodies/app.tsx';
import { blogBody } from './bodies/blog.tsx';
import { infographicBody } from './bodies/infographic.tsx';
import { microserviceBody } from './bodies/microservice.tsx';
import { planBody } from './bodies/plan.tsx';
import { serviceBody } from './bodies/service.tsx';
import { triviaBody } from './bodies/trivia.tsx';
import type { Body, BodySheet, DetailType, EntryDetailData } from './entry-data.ts';

/**
 * Where the types differ to the eye; a new type without a row does not compile. Imported plainly: the page with
 * all its bodies is 5.6 kB compressed, less than one more request would cost, and the server renders it whole.
 */
const bodies: { [T in DetailType]: { body: Body<T>; related: string } } = {
  BLOG: { body: blogBody, related: 'Read next' },
  TRIVIA: { body: triviaBody, related: 'More questions' },
  INFOGRAPHIC: { body: infographicBody, related: 'More infographics' },
  SERVICE: { body: serviceBody, related: 'Other services' },
  PLAN: { body: planBody, related: 'Other plans' },
  MICROSERVICE: { body: microserviceBody, related: 'Other microservices' },
  APP: { body: appBody, related: 'Other apps' },
};

/** The sheets of an entry, and what its neighbours are called. */
export function bodyOf({ entry, linked, heights }: EntryDetailData): { sheets: BodySheet[]; relatedTitle: string } {
  // The row of a type takes the entry of that type; TypeScript cannot follow the pair through the table.
  const { body, related } = bodies[entry.type] as { body: Body<DetailType>; related: string };
  return { sheets: body({ entry, linked, heights }), relatedTitle: related };
}
