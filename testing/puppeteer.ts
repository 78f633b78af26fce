import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installPackages, longRunPackages } from './install-packages.ts';

// The part of puppeteer-core that tests use. Its own types are not installed where types are checked.

interface Locator<T> {
  click(): Promise<void>;
  fill(text: string): Promise<void>;
  map<R>(read: (element: T) => R): Locator<R>;
  wait(): Promise<T>;
}

export interface FirefoxPage {
  mouse: { move(x: number, y: number): Promise<void> };
  keyboard: { press(key: string): Promise<void> };
  $(selector: string): Promise<object | null>;
  browserContext(): BrowserContext;
  evaluate<R>(run: () => R): Promise<R>;
  evaluateOnNewDocument(run: () => void): Promise<unknown>;
  goBack(): Promise<unknown>;
  goto(address: string): Promise<unknown>;
  locator(selector: string): Locator<Element>;
  reload(): Promise<unknown>;
  setDefaultTimeout(milliseconds: number): void;
  setExtraHTTPHeaders(headers: Record<string, string>): Promise<void>;
  setViewport(size: { width: number; height: number }): Promise<void>;
  url(): string;
  waitForSelector(selector: string): Promise<{ evaluate(run: (element: Element) => void): Promise<void> } | null>;
}

interface BrowserContext {
  newPage(): Promise<FirefoxPage>;
  close(): Promise<void>;
}

export interface Firefox {
  createBrowserContext(): Promise<BrowserContext>;
  close(): Promise<void>;
}

interface Puppeteer {
  launch(options: { browser: 'firefox'; executablePath: string; headless: boolean }): Promise<Firefox>;
}

/** Starts a Firefox without a window. Installs Puppeteer if it is missing. */
export async function launchFirefox(executablePath: string): Promise<Firefox> {
  const { resolve } = createRequire(join(installPackages(longRunPackages), 'any.js'));
  const puppeteer = (await import(pathToFileURL(resolve('puppeteer-core')).href)) as Puppeteer;
  return puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
}
