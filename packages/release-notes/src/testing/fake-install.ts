import { afterEach, beforeEach, vi } from 'vitest';
import type { ReleaseNotesHandle, ReleaseNotesOptions } from '../install-options.ts';
import { createInstall } from '../installation.ts';
import type { LoadPanel } from '../panel-contract.ts';
import { FakePage } from './fake-page.ts';

export const OPTIONS = { authProviderEndpoint: 'https://id.test', token: 'token' };
export const UNREAD = 'GET /releases/published';

/** The page of the current test. */
export let page: FakePage;
export let handle: ReleaseNotesHandle | null = null;

/** Gives each test of a file its own page. */
export function onFakePages(): void {
  beforeEach(() => {
    page = new FakePage();
  });
  afterEach(() => {
    handle?.remove();
    handle = null;
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

export function install(options: Partial<ReleaseNotesOptions> = {}, loadPanel: LoadPanel = page.loadPanel) {
  handle = createInstall(loadPanel)({ ...OPTIONS, ...options });
  return handle;
}
export const undrawable: LoadPanel = () => Promise.reject(new Error('no panel'));
export const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
