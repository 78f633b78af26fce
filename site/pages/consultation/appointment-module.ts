import { createCodeLoader } from '../../load-code.ts';

type AppointmentModule = typeof import('./appointment-card.tsx');

let loaded: AppointmentModule | undefined;

/** Loads the code that shows an appointment, which nobody needs who books one. */
export const loadAppointmentModule = createCodeLoader(async () => {
  loaded = await import('./appointment-card.tsx');
});

/** Returns the loaded code; the page's loader and its first start wait for that before an appointment is rendered. */
export function getAppointmentModule(): AppointmentModule {
  if (!loaded) throw new Error('The code of an appointment is not loaded');
  return loaded;
}
