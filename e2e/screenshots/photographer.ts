import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { Person } from '../harness/people.ts';
import { Visit, visitAs } from '../harness/visit.ts';
import { ConsolePage } from './console-page.ts';
import { ConsoleTexts } from './console-texts.ts';
import { pathOf } from './demo-records.ts';
import type { Setting } from './modes.ts';
import type { Mode, Screen } from './screen.ts';
import { wordsThatDoNotFit } from './words-that-fit.ts';

/** Pages of other parts of the server, and redirecting ones: the console's own links do not lead there. */
const LOADED_ANEW = /^\/(identity|changelog|login|logout)\b/;
const SKELETONS = '.bc-skeleton, .mantine-Skeleton-root';
const STEP_TIMEOUT_MS = 15_000;

/** A problem with a screenshot. */
export interface Trouble {
  readonly mode: Mode;
  readonly screen: string;
  readonly what: string;
}

export interface PhotographerOptions {
  readonly browser: Browser;
  readonly url: string;
  readonly setting: Setting;
  /** The requested modes of the setting. */
  readonly modes: readonly Mode[];
  /** Parent of the modes' folders. */
  readonly folder: string;
  readonly records: ReadonlyMap<string, string>;
}

/** Takes screenshots in one setting: each person keeps a browser profile from one screen to the next. */
export class Photographer {
  readonly #options: PhotographerOptions;
  readonly #texts: ConsoleTexts;
  readonly #visits = new Map<Person, Visit>();
  /** People whose page still shows the result of steps. */
  readonly #busy = new Set<Visit>();

  private constructor(options: PhotographerOptions, texts: ConsoleTexts) {
    this.#options = options;
    this.#texts = texts;
  }

  static async begin(options: PhotographerOptions): Promise<Photographer> {
    for (const mode of options.modes) mkdirSync(join(options.folder, mode), { recursive: true });
    return new Photographer(options, await ConsoleTexts.load(options.url, options.setting.locale));
  }

  /**
   * Takes the screenshots of a screen; returns its problems in sentences. Never rejects, so that the other screens are
   * still taken.
   */
  async take(screen: Screen, file: string): Promise<readonly Trouble[]> {
    const { folder, setting } = this.#options;
    const modes = this.#options.modes.filter((mode) => !screen.not?.includes(mode));
    const [first] = modes;
    if (first === undefined) return [];
    const found: string[] = [];
    let visit: Visit | undefined;
    try {
      visit = await this.#visitOf(screen);
      const before = visit.troubles.length;
      await setColours(visit, setting.colours[first] ?? 'light');
      await this.#show(visit, screen);
      if (await scrollsSideways(visit)) found.push('scrolls sideways');
      found.push(...(await wordsThatDoNotFit(visit.page, this.#texts)));
      for (const mode of modes) {
        await setColours(visit, setting.colours[mode] ?? 'light');
        await visit.page.screenshot({ path: join(folder, mode, `${file}.png`), animations: 'disabled', caret: 'hide' });
      }
      if (!screen.isBroken) found.push(...visit.troubles.slice(before));
    } catch (cause) {
      found.push((cause instanceof Error ? cause.message : String(cause)).split('\n', 3).join(' '));
      await visit?.page
        .screenshot({ path: join(folder, first, `${file}-failed.png`) })
        .catch((why: unknown) => found.push(`no picture: ${String(why)}`));
    }
    if (visit !== undefined) await this.#leave(visit, screen);
    return found.map((what) => ({ mode: first, screen: screen.name, what }));
  }

  async end(): Promise<void> {
    for (const visit of this.#visits.values()) await visit.close();
    this.#visits.clear();
  }

  /** A profile of the person; for strangers always a new one. */
  async #visitOf({ person = 'admin' }: Screen): Promise<Visit> {
    const { browser, url, setting } = this.#options;
    const { locale } = setting;
    const options = { ...setting.visit, locale };
    if (person === 'stranger') return this.#prepared(await Visit.open(browser, url, options));
    const known = this.#visits.get(person);
    if (known) return known;
    const visit = this.#prepared(await visitAs(browser, url, person, '/healthz', options));
    await visit.page.evaluate((to) => localStorage.setItem('sdk-locale', to), locale);
    this.#visits.set(person, visit);
    this.#busy.add(visit);
    return visit;
  }

  #prepared(visit: Visit): Visit {
    visit.context.setDefaultTimeout(STEP_TIMEOUT_MS);
    return visit;
  }

  async #show(visit: Visit, screen: Screen): Promise<void> {
    const { setting, records } = this.#options;
    const { page } = visit;
    const path = pathOf(screen.path, records);
    const { viewport } = setting.visit;
    await page.setViewportSize(screen.isLong ? { ...viewport, height: setting.longHeight } : viewport);
    const isNew = screen.person === 'stranger' || this.#busy.has(visit) || LOADED_ANEW.test(path);
    await (isNew ? page.goto(path) : visit.go(path));
    await quiet(visit);
    if (!screen.steps) return;
    await screen.steps(new ConsolePage(page, this.#texts));
    // Without a connection the page never becomes idle.
    if (!screen.isBroken) await quiet(visit);
  }

  async #leave(visit: Visit, screen: Screen): Promise<void> {
    if (screen.person === 'stranger') return visit.close();
    if (screen.isBroken) {
      await visit.context.setOffline(false);
      await visit.page.unrouteAll({ behavior: 'ignoreErrors' });
    }
    const isPlain =
      screen.steps === undefined && !LOADED_ANEW.test(screen.path) && !/[?&](new|edit)\b/.test(screen.path);
    if (isPlain) this.#busy.delete(visit);
    else this.#busy.add(visit);
  }
}

/** Waits until there are no requests, no placeholders, and all fonts and pictures are loaded. */
async function quiet(visit: Visit): Promise<void> {
  const { page } = visit;
  await page.locator('h1').first().waitFor();
  await visit.settled();
  await page.waitForFunction((skeletons) => document.querySelector(skeletons) === null, SKELETONS);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(
      [...document.images].filter(({ loading }) => loading !== 'lazy').map((image) => image.decode().catch(() => null)),
    );
  });
}

function scrollsSideways({ page }: Visit): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
}

/** Changes the colour scheme like the system does; resolves when the page has its colours. */
async function setColours({ page }: Visit, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction((wanted) => {
    const shown = document.documentElement.dataset['mantineColorScheme'];
    return shown === undefined || shown === wanted;
  }, colorScheme);
}
