import { createLazyModule } from '../../hydration/lazy-module.ts';

/** The code that shows a booked consultation. Visitors who sent a message do not need it. */
export const consultationModule = createLazyModule(() => import('./consultation-sheet.tsx'));
