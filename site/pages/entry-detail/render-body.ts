import { renderAppBody } from './bodies/app.tsx';
import { renderBlogBody } from './bodies/blog.tsx';
import { renderInfographicBody } from './bodies/infographic.tsx';
import { renderMicroserviceBody } from './bodies/microservice.tsx';
import { renderPlanBody } from './bodies/plan.tsx';
import { renderServiceBody } from './bodies/service.tsx';
import { renderTriviaBody } from './bodies/trivia.tsx';
import type { BodySection, DetailType, EntryDetailData, RenderBody } from './entry-data.ts';

/**
 * The body of each type; a new type without a row does not compile. The bodies are imported statically: all together
 * are 5.6 kB compressed, which costs less than another request.
 */
const bodiesByType: { [T in DetailType]: { body: RenderBody<T>; related: string } } = {
  BLOG: { body: renderBlogBody, related: 'Read next' },
  TRIVIA: { body: renderTriviaBody, related: 'More questions' },
  INFOGRAPHIC: { body: renderInfographicBody, related: 'More infographics' },
  SERVICE: { body: renderServiceBody, related: 'Other services' },
  PLAN: { body: renderPlanBody, related: 'Other plans' },
  MICROSERVICE: { body: renderMicroserviceBody, related: 'Other microservices' },
  APP: { body: renderAppBody, related: 'Other apps' },
};

/** Renders the sections of an entry by its type, and returns the heading of its related entries. */
export function renderBody({ entry, linked, heights }: EntryDetailData): {
  sections: BodySection[];
  relatedTitle: string;
} {
  // The row of a type takes entries of that type, which TypeScript cannot infer from the table.
  const { body, related } = bodiesByType[entry.type] as { body: RenderBody<DetailType>; related: string };
  return { sections: body({ entry, linked, heights }), relatedTitle: related };
}
