import { createCodeLoader } from '../../load-code.ts';

type ConsultationCode = typeof import('./consultation-sheet.tsx');

let loaded: ConsultationCode | undefined;

/** Loads the code that shows a booked consultation, which nobody needs who sent a message. */
export const loadConsultationCode = createCodeLoader(async () => {
  loaded = await import('./consultation-sheet.tsx');
});

/** Returns the loaded code; the page is neither rendered nor hydrated with a consultation before it is there. */
export function consultationCode(): ConsultationCode {
  if (!loaded) throw new Error('The code of a consultation is not loaded');
  return loaded;
}
