import {
  CLOCKS,
  DENSITIES,
  STAFF_SETTINGS_KEY,
  START_PAGES,
  type StaffSettings,
  WEEK_STARTS,
} from '@backcounter/domain';
import { createAtom } from '@tanstack/react-store';
import { request } from '../api/graphql-client.ts';
import { localStore } from './local-store.ts';
import { session } from './session.ts';
import { preferencesQuery, setPreferenceMutation } from './settings.operations.ts';
import { isRecord, isText } from './shape.ts';

/** Local-storage key of a copy, so that a page begins in the right zone and does not switch to it when the server has answered. */
const COPY_KEY = 'settings';

/** How the console is for whoever has set nothing. */
export const DEFAULT_SETTINGS: StaffSettings = {
  timeZone: null,
  region: null,
  // Tables of exact times are read faster than with AM and PM, and times of two zones stand side by side.
  clock: 'h23',
  hasLatinDigits: false,
  weekStart: null,
  density: 'normal',
  startPage: '/',
};

function knownZone(zone: unknown): string | null {
  if (!isText(zone)) return null;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    // Another browser knew it; this one shows its own zone.
    return null;
  }
}

/** Reads what is stored, whatever version of the console stored it: a part that does not fit is as if nobody had set it. */
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

/** A person's copy in this browser; null where there is none of theirs. */
function readCopy(sub: string): StaffSettings | null {
  try {
    const copy: unknown = JSON.parse(localStore.getItem(COPY_KEY) ?? 'null');
    return isRecord(copy) && copy['sub'] === sub ? readSettings(copy['settings']) : null;
  } catch (cause) {
    console.warn('Copy of the settings:', cause);
    return null;
  }
}

/** Milliseconds that the first page waits for the settings of somebody whom this browser has not seen. */
const PATIENCE_MS = 1_000;

let owner: string | null = null;
const state = createAtom(DEFAULT_SETTINGS, {
  compare: (a, b) => JSON.stringify(a) === JSON.stringify(b),
});
/** Ends when the settings of the owner are known, or cannot be. */
let known: Promise<unknown> = Promise.resolve();

function take(next: StaffSettings): void {
  state.set(next);
  localStore.setItem(COPY_KEY, JSON.stringify({ sub: owner, settings: next }));
}

/** Asks the server; what is shown stays where it does not answer. */
async function load(): Promise<void> {
  const asker = owner;
  try {
    const { viewer } = await request(preferencesQuery, { keys: [STAFF_SETTINGS_KEY] }, { errorsShown: 'in-log' });
    const stored = viewer.preferences.find(({ key }) => key === STAFF_SETTINGS_KEY)?.value;
    if (asker === owner) take(readSettings(stored));
  } catch (cause) {
    console.warn('Settings:', cause);
  }
}

/** The settings of the person who is signed in: kept on the server, the same on all their devices. */
export const settings = {
  state,
  /** Begins with the copy in this browser, then asks the server; follows changes in other tabs. Never rejects. */
  follow(): void {
    const begin = (): void => {
      const { person } = session.state.get();
      // Whoever may open no page has nothing to set.
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
  /** The page to begin with; waits a second at most until it is known. */
  async startPage(): Promise<StaffSettings['startPage']> {
    await Promise.race([known, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
    return state.get().startPage;
  },
  /** Keeps them; resolves when the server has. */
  async save(next: StaffSettings): Promise<void> {
    await request(setPreferenceMutation, { input: { key: STAFF_SETTINGS_KEY, value: next } });
    take(next);
  },
};
