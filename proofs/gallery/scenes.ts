import type { Scene } from './scene.ts';
import { bookingScenes } from './scenes/booking.ts';
import { contactScenes } from './scenes/contact.ts';
import { deviceScenes } from './scenes/device.ts';
import { enquiryScenes } from './scenes/enquiry.ts';
import { failedScenes } from './scenes/failed.ts';
import { loadedScenes } from './scenes/loaded.ts';
import { mediaScenes } from './scenes/media.ts';
import { openedScenes } from './scenes/opened.ts';
import { studioScenes } from './scenes/studio.ts';
import { waitingScenes } from './scenes/waiting.ts';

/** All pictured scenes. */
export const scenes: Scene[] = [
  ...loadedScenes,
  ...waitingScenes,
  ...failedScenes,
  ...contactScenes,
  ...enquiryScenes,
  ...bookingScenes,
  ...openedScenes,
  ...deviceScenes,
  ...mediaScenes,
  ...studioScenes,
];
