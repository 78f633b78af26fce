import { createCodeLoader } from '../../load-code.ts';
import { definePage } from '../../page.ts';
import { headOfPageEntry } from '../../parts/page-entry.ts';
import { loadAppointmentModule } from './appointment-module.ts';
import { type ConsultationData, loadConsultation } from './load.ts';
import { ConsultationView } from './view.tsx';

const loadAct = createCodeLoader(() => import('./act.ts'));

/**
 * Booking a consultation, and moving or cancelling one. Free times are of the moment, so nobody keeps the page, and are
 * shown in the device's time zone.
 */
export const page = definePage<ConsultationData>({
  loader: loadConsultation,
  preloadModules: (url) => (url.searchParams.get('manage') ? loadAppointmentModule() : null),
  action: async (args) => (await loadAct()).actOnConsultation(args),
  reloadsAfterRefusal: true,
  timeZone: ({ place, timeZone }) => (place.zone ? null : timeZone),
  View: ConsultationView,
  head: ({ entry, place, appointment }, settings) => {
    const page = headOfPageEntry(entry, '/book-a-free-consultation', settings);
    const head = appointment ? { ...page, title: 'Your consultation' } : page;
    return place.hold || place.manage ? { ...head, noindex: true, isPrivate: true } : head;
  },
  cache: () => 'never',
});
