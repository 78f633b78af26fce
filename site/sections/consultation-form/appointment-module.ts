import { createLazyModule } from '../../hydration/lazy-module.ts';

/** The code that shows an appointment. Visitors who book one do not need it. */
export const appointmentModule = createLazyModule(() => import('./appointment-card.tsx'));
