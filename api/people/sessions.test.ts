import { expect, it } from 'vitest';
import { describeDevice } from './sessions.ts';

const apple = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0', 'Edge on Windows'],
  ['Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0.0.0 Mobile Safari/537.36 EdgA/142.0.0.0', 'Edge on Android'],
  [`${apple} Version/26.0 Mobile/15E148 Safari/604.1`, 'Safari on iOS'],
  [`${apple} CriOS/142.0 Mobile/15E148 Safari/604.1`, 'Chrome on iOS'],
  [`${apple} FxiOS/144.0 Mobile/15E148 Safari/605.1.15`, 'Firefox on iOS'],
  [`${apple} EdgiOS/142.0 Version/18.0 Mobile/15E148 Safari/604.1`, 'Edge on iOS'],
  [`${apple} OPT/6.0 Mobile/15E148`, 'Opera on iOS'],
  ['curl/8.14.1', 'A browser on an unknown system'],
])('names the device of %s', (userAgent, name) => {
  expect(describeDevice(userAgent)).toBe(name);
});
