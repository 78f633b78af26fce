import { createCodeLoader } from '../../load-code.ts';

type ConsultationModule = typeof import('./consultation-sheet.tsx');

let loaded: ConsultationModule | undefined;

/** Loads the code that shows a booked consultation, which nobody needs who sent a message. */
export const loadConsultationModule = createCodeLoader(async () => {
  loaded = await import('./consultation-sheet.tsx');
});

/** Returns the loaded code; the page is neither rendered nor hydrated with a consultation before it is there. */
export function getConsultationModule(): ConsultationModule {
  if (!loaded) throw new Error('The code of a consultation is not loaded');
  return loaded;
}
