/** What a soak measures of a site at one moment. */
export interface SoakSample {
  /** Megabytes. */
  memory: number;
  openFiles: number;
  databaseBytes: number;
  /** The number of stored forms. */
  stored: number;
}

/** The growth of a site's figures, as far as there are enough samples, and the breaches that it means. */
export interface Growth {
  memory: number;
  openFiles: number;
  bytesPerForm: number;
  breaches: string[];
}

/** The largest growth, from the second to the last third of the samples, that is not a breach. */
const allowedGrowth = { memory: 0.08, openFiles: 0.1 };
/** Bytes of the database that one stored form may take, with its mails and the indexes of both. */
const allowedBytesPerForm = 30_000;
/** Each third of the samples needs one. */
const minSamples = 3;

const computeMean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the growth of a figure's mean from the second to the last third of the samples, as a share. */
function computeGrowth(samples: readonly SoakSample[], name: keyof SoakSample): number {
  const third = Math.floor(samples.length / 3);
  const values = samples.map((sample) => sample[name]);
  return computeMean(values.slice(2 * third)) / computeMean(values.slice(third, 2 * third)) - 1;
}

/** Returns how much a site grew. Figures that cannot be computed are NaN, which is a breach. */
export function findGrowth(samples: readonly SoakSample[]): Growth {
  const [first, last] = [samples[0], samples.at(-1)];
  const memory = computeGrowth(samples, 'memory');
  const openFiles = computeGrowth(samples, 'openFiles');
  const bytesPerForm =
    first && last ? (last.databaseBytes - first.databaseBytes) / Math.max(1, last.stored - first.stored) : Number.NaN;
  const breaches =
    samples.length < minSamples
      ? [`${samples.length} samples were taken, and ${minSamples} are needed: the soak was too short`]
      : [
          ...(memory <= allowedGrowth.memory ? [] : ['memory grows']),
          ...(openFiles <= allowedGrowth.openFiles ? [] : ['open files grow']),
          ...(bytesPerForm <= allowedBytesPerForm ? [] : ['the database grows by more than its forms']),
        ];
  return { memory, openFiles, bytesPerForm, breaches };
}
