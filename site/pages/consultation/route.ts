import type { PageDefinition } from '../../page.ts';
import { createPageEntryHead } from '../../parts/page-entry.ts';
import { appointmentModule } from './appointment-module.ts';
import { type ConsultationData, loadConsultation } from './load.ts';
import { loadActions } from './load-actions.ts';
import { ConsultationView } from './view.tsx';

/**
 * The page for booking, moving and cancelling a consultation. It is never cached, because the free times change at any
 * moment, and shows times in the device's time zone.
 */
export const page: PageDefinition<ConsultationData> = {
  loader: loadConsultation,
  preloadModules: (url) => (url.searchParams.get('manage') ? appointmentModule.load() : null),
  action: async (args) => (await loadActions()).handleConsultationForm(args),
  reloadsAfterRefusal: true,
  timeZone: ({ parameters, timeZone }) => (parameters.zone ? null : timeZone),
  View: ConsultationView,
  head: ({ entry, parameters, appointment }, settings) => {
    const page = createPageEntryHead(entry, '/book-a-free-consultation', settings);
    const head = appointment ? { ...page, title: 'Your consultation' } : page;
    return parameters.hold || parameters.manage ? { ...head, noindex: true, isPrivate: true } : head;
  },
  cache: () => 'never',
};
