import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import sharp from 'sharp';
import type { SteadySite } from '../../testing/steady-site.ts';
import { takePictures } from './camera.ts';
import { compare, keep } from './reference.ts';
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

/** What a picture is compared or kept by; `difference` is null where nothing was compared or nothing differs. */
async function judge(name: string, picture: Buffer, options: Options): Promise<string | null> {
  if (!options.check && !options.keep) return null;
  const thumbnail = await makeThumbnail(picture);
  if (options.keep) await keep(name, thumbnail);
  return options.check ? compare(name, thumbnail) : null;
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
    try {
      await takePictures(browser, site, scene, async (shot, picture) => {
        result.names.add(shot.name);
        const difference = await judge(shot.name, picture, options);
        if (options.check && difference === null) return;
        const file = join(options.folder, `${shot.name}.webp`);
        const { size, height } = await sharp(picture).webp({ quality: 35, effort: 2 }).toFile(file);
        result.bytes += size;
        listed.push({ ...shot, height, difference });
      });
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
