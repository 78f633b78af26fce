import { createElement } from 'react';
import type { Section } from '../../contract/content/section-schemas.ts';
import { createLazyModule, createLoadedModule, type LazyModule } from '../hydration/lazy-module.ts';
import { SearchForm } from '../parts/search-form.tsx';
import { section as action } from './action/view.tsx';
import { section as claims } from './claims/view.tsx';
import { section as features } from './features/view.tsx';
import { section as figures } from './figures/view.tsx';
import { section as picture } from './picture/view.tsx';
import { section as questions } from './questions/view.tsx';
import { createSection, getSectionViewName, type SectionCode, type SectionViewName } from './section.ts';
import { section as steps } from './steps/view.tsx';
import { section as text } from './text/view.tsx';
import { section as timeline } from './timeline/view.tsx';

type SectionModule = LazyModule<{ section: SectionCode }>;

/**
 * The code of every view. Short views are part of the page's own code; longer ones are loaded with the pages that show
 * them. A kind without a row does not compile.
 */
export const sectionViews: Record<SectionViewName, SectionModule> = {
  hero: createLazyModule(() => import('./hero/view.tsx')),
  text: createLoadedModule({ section: text }),
  features: createLoadedModule({ section: features }),
  figures: createLoadedModule({ section: figures }),
  steps: createLoadedModule({ section: steps }),
  timeline: createLoadedModule({ section: timeline }),
  claims: createLoadedModule({ section: claims }),
  quotes: createLazyModule(() => import('./quotes/view.tsx')),
  logos: createLazyModule(() => import('./logos/view.tsx')),
  entries: createLazyModule(() => import('./entries/view.tsx')),
  'plans-highlights': createLazyModule(() => import('./plans/plan-highlights.tsx')),
  'plans-comparison': createLazyModule(() => import('./plans/comparison-view.tsx')),
  people: createLazyModule(() => import('./people/view.tsx')),
  quiz: createLazyModule(() => import('./quiz/view.tsx')),
  picks: createLazyModule(() => import('./picks/view.tsx')),
  search: createLoadedModule({ section: createSection('search', { Content: () => createElement(SearchForm) }) }),
  questions: createLoadedModule({ section: questions }),
  chart: createLazyModule(() => import('./chart/view.tsx')),
  picture: createLoadedModule({ section: picture }),
  gallery: createLazyModule(() => import('./gallery/view.tsx')),
  video: createLazyModule(() => import('./video/view.tsx')),
  'contact-form': createLazyModule(() => import('./contact-form/view.tsx')),
  'enquiry-form': createLazyModule(() => import('./enquiry-form/view.tsx')),
  'consultation-form': createLazyModule(() => import('./consultation-form/view.tsx')),
  'receipt-form': createLazyModule(() => import('./receipt/view.tsx')),
  action: createLoadedModule({ section: action }),
  storage: createLazyModule(() => import('./storage/view.tsx')),
};

/** Returns the loaded code of the view that shows a section. */
export function getSectionCode(section: Section): SectionCode {
  return sectionViews[getSectionViewName(section)].get().section;
}
