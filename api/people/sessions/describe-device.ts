/** Browsers on iOS have names of their own, beside that of Safari. */
const browsers: [RegExp, string][] = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OP(?:R|T)\//, 'Opera'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** Returns a name for a browser by its User-Agent header, such as "Firefox on Linux", so that people recognise it. */
export function describeDevice(userAgent: string): string {
  const findName = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  return `${findName(browsers) ?? 'A browser'} on ${findName(systems) ?? 'an unknown system'}`;
}
