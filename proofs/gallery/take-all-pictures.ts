import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import sharp from 'sharp';
import type { Report } from '../../server/process/steps.ts';
import type { FixedClockSite } from '../../testing/fixed-clock-site.ts';
import { takePictures } from './camera.ts';
import { compareWithReference, noReference, saveReference } from './reference-pictures.ts';
import type { Scene, Shot } from './scene.ts';
import { createThumbnail } from './thumbnail.ts';

export interface GalleryOptions {
  folder: string;
  /** The names of the pictures that have a reference. */
  compared: ReadonlySet<string>;
  /** Compares pictures with their references, and writes only those that differ. */
  check: boolean;
  /** Saves the compared pictures as references. */
  keep: boolean;
  report: Report;
}

/** A picture in the folder. */
export interface ListedShot extends Shot {
  /** How the picture differs from its reference; null if it was not compared. */
  difference: string | null;
}

export interface GalleryResult {
  /** Names of all pictures that were taken. */
  names: Set<string>;
  listed: ListedShot[];
  /** The size of all pictures in the folder. */
  bytes: number;
  /** Scenes that failed, with the reason. */
  failures: string[];
  times: { what: string; seconds: number }[];
}

/** Returns the seconds since a moment of `performance.now()`, rounded to a tenth. */
export function countSecondsSince(moment: number): number {
  return Math.round((performance.now() - moment) / 100) / 10;
}

/** Takes the pictures of all scenes, two scenes at a time, in order. */
export async function takeAllPictures(
  browser: Browser,
  site: FixedClockSite,
  scenes: Scene[],
  options: GalleryOptions,
): Promise<GalleryResult> {
  const result: GalleryResult = { names: new Set(), listed: [], bytes: 0, failures: [], times: [] };
  const byScene = new Map<Scene, ListedShot[]>();

  async function takeScene(scene: Scene): Promise<void> {
    const started = performance.now();
    const what = `${scene.route}: ${scene.state}`;
    const listed: ListedShot[] = [];
    byScene.set(scene, listed);
    let writing = Promise.resolve();

    async function write(shot: Omit<Shot, 'height'>, picture: Buffer, difference: string | null): Promise<void> {
      const file = join(options.folder, `${shot.name}.webp`);
      const { size, height } = await sharp(picture).webp({ quality: 35, effort: 0 }).toFile(file);
      result.bytes += size;
      listed.push({ ...shot, height, difference });
    }

    try {
      await takePictures(browser, site, scene, async (shot, picture) => {
        const isCompared = (options.check || options.keep) && options.compared.has(shot.name);
        const thumbnail = isCompared ? await createThumbnail(picture) : null;
        const difference = thumbnail && (await compareWithReference(shot.name, thumbnail));
        // A busy machine can leave a part of a picture undrawn, so a difference counts only if it occurs twice.
        const isFirst = !result.names.has(shot.name);
        result.names.add(shot.name);
        if (isFirst && difference !== null && difference !== noReference) return false;
        if (thumbnail && options.keep && difference !== null) await saveReference(shot.name, thumbnail);
        // One picture is written while the next is taken, but no more than one.
        await writing;
        if (!options.check || difference !== null) writing = write(shot, picture, options.check ? difference : null);
        // The failure is reported where the promise is awaited.
        writing.catch(() => undefined);
        return true;
      });
      await writing;
    } catch (error) {
      result.failures.push(`${what} could not be made: ${error instanceof Error ? error.message : error}`);
    }
    result.times.push({ what, seconds: countSecondsSince(started) });
  }

  const waiting = [...scenes];
  async function work(): Promise<void> {
    for (let scene = waiting.shift(); scene; scene = waiting.shift()) {
      await takeScene(scene);
      options.report(`${result.times.length} of ${scenes.length} scenes`);
    }
  }
  await Promise.all([work(), work()]);
  result.listed = scenes.flatMap((scene) => byScene.get(scene)?.toReversed() ?? []);
  return result;
}
