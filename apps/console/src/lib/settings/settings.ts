import {
  CLOCKS,
  DENSITIES,
  STAFF_SETTINGS_KEY,
  START_PAGES,
  type StaffSettings,
  WEEK_STARTS,
} from '@backcounter/domain';
import { createAtom } from '@tanstack/react-store';
import { loadInBackground, request } from '../api/graphql-client.ts';
import { dateFormat } from '../format/formats.ts';
import { serverZone } from './config.ts';
import { localStore } from './local-store.ts';
import { session } from './session.ts';
import { preferencesQuery, setPreferenceMutation } from './settings.operations.ts';
import { isRecord, isText } from './shape.ts';

/** Local-storage key of a copy, so that a page starts in the right zone and does not switch when the server answers. */
const COPY_KEY = 'settings';

/** Default settings of the console. */
export const DEFAULT_SETTINGS: StaffSettings = {
  timeZone: null,
  region: null,
  // Tables of exact times are faster to read without AM and PM, and times of two zones appear side by side.
  clock: 'h23',
  hasLatinDigits: false,
  weekStart: null,
  density: 'normal',
  startPage: '/',
};

function knownZone(zone: unknown): string | null {
  // A choice that the server no longer takes would refuse each later change.
  if (!isText(zone) || serverZone(zone) !== zone) return null;
  try {
    dateFormat('en-US', { timeZone: zone });
    return zone;
  } catch {
    // A zone that only another browser knows; use this browser's zone.
    return null;
  }
}

/** Parses stored settings of any version of the console: an invalid part falls back to its default. */
export function readSettings(stored: unknown): StaffSettings {
  if (!isRecord(stored)) return DEFAULT_SETTINGS;
  const { timeZone, region, clock, hasLatinDigits, weekStart, density, startPage } = stored;
  return {
    timeZone: knownZone(timeZone),
    region: isText(region) && /^[A-Z]{2}$/.test(region) ? region : null,
    clock: CLOCKS.find((each) => each === clock) ?? DEFAULT_SETTINGS.clock,
    hasLatinDigits: hasLatinDigits === true,
    weekStart: WEEK_STARTS.find((each) => each === weekStart) ?? null,
    density: DENSITIES.find((each) => each === density) ?? DEFAULT_SETTINGS.density,
    startPage: START_PAGES.find((each) => each === startPage) ?? DEFAULT_SETTINGS.startPage,
  };
}

/** A person's copy in this browser; null without one. */
function readCopy(sub: string): StaffSettings | null {
  try {
    const copy: unknown = JSON.parse(localStore.getItem(COPY_KEY) ?? 'null');
    return isRecord(copy) && copy['sub'] === sub ? readSettings(copy['settings']) : null;
  } catch (cause) {
    console.warn('Copy of the settings:', cause);
    return null;
  }
}

/** Milliseconds that the first page waits for the settings of a person who is new to this browser. */
const PATIENCE_MS = 1_000;

let owner: string | null = null;
const state = createAtom(DEFAULT_SETTINGS, {
  compare: (a, b) => JSON.stringify(a) === JSON.stringify(b),
});
/** Resolves when the settings are loaded or have failed to load. */
let known: Promise<unknown> = Promise.resolve();

function take(next: StaffSettings): void {
  state.set(next);
  localStore.setItem(COPY_KEY, JSON.stringify({ sub: owner, settings: next }));
}

/** Loads from the server; keeps the current settings on failure. */
async function load(): Promise<void> {
  const asker = owner;
  try {
    const { viewer } = await loadInBackground(preferencesQuery, { keys: [STAFF_SETTINGS_KEY] });
    const stored = viewer.preferences.find(({ key }) => key === STAFF_SETTINGS_KEY)?.value;
    if (asker === owner) take(readSettings(stored));
  } catch (cause) {
    console.warn('Settings:', cause);
  }
}

/** The settings of the signed-in person: stored on the server, the same on all their devices. */
export const settings = {
  state,
  /** Starts with the copy in this browser, then loads from the server; follows changes in other tabs. Never rejects. */
  follow(): void {
    const begin = (): void => {
      const { person } = session.state.get();
      // A person without access to any page has no settings.
      const sub = person !== null && person.roles.length > 0 ? person.sub : null;
      if (sub === owner) return;
      owner = sub;
      const copy = sub === null ? null : readCopy(sub);
      state.set(copy ?? DEFAULT_SETTINGS);
      const loading = sub === null ? Promise.resolve() : load();
      known = copy === null ? loading : Promise.resolve();
    };
    session.state.subscribe(begin);
    begin();
    window.addEventListener('storage', ({ key }) => {
      if (key === COPY_KEY && owner !== null) state.set((kept) => readCopy(owner ?? '') ?? kept);
    });
  },
  /** The start page; waits a second at most until it is known. */
  async startPage(): Promise<StaffSettings['startPage']> {
    await Promise.race([known, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
    return state.get().startPage;
  },
  /** Stores the settings; resolves when the server has stored them. */
  async save(next: StaffSettings): Promise<void> {
    await request(setPreferenceMutation, { input: { key: STAFF_SETTINGS_KEY, value: next } });
    take(next);
  },
};
