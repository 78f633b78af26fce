import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import sharp from 'sharp';
import type { SteadySite } from '../../testing/steady-site.ts';
import { takePictures } from './camera.ts';
import { compare, isNew, keep } from './reference.ts';
import type { Scene, Shot } from './scene.ts';
import { makeThumbnail } from './thumbnail.ts';

export interface Options {
  /** Where the pictures go. */
  folder: string;
  /** Holds each against the kept one, and gives only those that differ to the folder. */
  check: boolean;
  /** Keeps each. */
  keep: boolean;
}

/** A picture in the folder. */
export interface Listed extends Shot {
  /** How it differs from the kept picture; null where nothing was compared. */
  difference: string | null;
}

export interface Result {
  /** Names of all pictures that were taken. */
  names: Set<string>;
  listed: Listed[];
  bytes: number;
  /** Scenes that could not be made, with the reason. */
  failures: string[];
  times: { what: string; seconds: number }[];
}

/** Seconds since a moment of `performance.now()`, to a tenth. */
export function secondsSince(moment: number): number {
  return Math.round((performance.now() - moment) / 100) / 10;
}

/** Takes the pictures of all scenes, two scenes at a time, in the scenes' order. */
export async function takeAll(browser: Browser, site: SteadySite, scenes: Scene[], options: Options): Promise<Result> {
  const result: Result = { names: new Set(), listed: [], bytes: 0, failures: [], times: [] };
  const byScene = new Map<Scene, Listed[]>();

  async function takeScene(scene: Scene): Promise<void> {
    const started = performance.now();
    const what = `${scene.route}: ${scene.state}`;
    const listed: Listed[] = [];
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
        const thumbnail = options.check || options.keep ? await makeThumbnail(picture) : null;
        const difference = thumbnail && (await compare(shot.name, thumbnail));
        // A busy machine may leave a part of a picture undrawn: what differs has to differ twice.
        const isFirst = !result.names.has(shot.name);
        result.names.add(shot.name);
        if (isFirst && difference !== null && difference !== isNew) return false;
        if (thumbnail && options.keep && difference !== null) await keep(shot.name, thumbnail);
        // One picture is written while the next is taken, and no more than one.
        await writing;
        if (!options.check || difference !== null) writing = write(shot, picture, options.check ? difference : null);
        // Told of where it is awaited.
        writing.catch(() => undefined);
        return true;
      });
      await writing;
    } catch (error) {
      result.failures.push(`${what} could not be made: ${error instanceof Error ? error.message : error}`);
    }
    result.times.push({ what, seconds: secondsSince(started) });
  }

  const waiting = [...scenes];
  async function work(): Promise<void> {
    for (let scene = waiting.shift(); scene; scene = waiting.shift()) await takeScene(scene);
  }
  await Promise.all([work(), work()]);
  result.listed = scenes.flatMap((scene) => byScene.get(scene)?.toReversed() ?? []);
  return result;
}
