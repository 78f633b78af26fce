import { createCodeLoader } from '../../load-code.ts';

type AppointmentCode = typeof import('./appointment-card.tsx');

let loaded: AppointmentCode | undefined;

/** Loads the code that shows an appointment, which nobody needs who books one. */
export const loadAppointmentCode = createCodeLoader(async () => {
  loaded = await import('./appointment-card.tsx');
});

/** Returns the loaded code; the page's loader and its first start wait for that before an appointment is rendered. */
export function appointmentCode(): AppointmentCode {
  if (!loaded) throw new Error('The code of an appointment is not loaded');
  return loaded;
}
