import type { Role } from '@backcounter/domain';
import { configure, screen, within } from '@testing-library/dom';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { onTestFinished, vi } from 'vitest';
import { setSharedClient } from '../../lib/api/graphql-client.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { liveAccess } from '../../lib/live/live-access.ts';
import { watchPage } from '../keys/submit-key.ts';
import { PATIENCE_MS, signIn } from './console.ts';
import { type Answers, fakeApi } from './fake-api.ts';
import { showConsole } from './show-console.tsx';

const never = () => new Promise<never>(() => undefined);

// The whole page as text would hide the message.
configure({ asyncUtilTimeout: PATIENCE_MS, getElementError: (message) => new Error(message?.split('\n')[0]) });

/** happy-dom has no layout: where everything is 0 px high, a grid draws no rows and a menu takes its button for scrolled away. */
export function spyOnLayout(): void {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 20));
  // Style sheets are not loaded, and looking through them at every element took most of the time.
  vi.spyOn(window, 'getComputedStyle').mockImplementation((element) => (element as HTMLElement).style);
}

/** The console at an address, as people with these roles see it, on a fake API. */
export async function showAs(roles: readonly Role[], address: string, answers: Answers = {}) {
  signIn(roles);
  spyOnLayout();
  vi.spyOn(window, 'fetch').mockImplementation(never);
  liveAccess.set({
    url: '/graphql/stream',
    isPersistedOnly: false,
    fetch: never,
    accessToken: async () => 'token',
    onSessionExpired: () => undefined,
  });
  watchPage(window);
  onTestFinished(() => queryClient.clear());
  const api = fakeApi(roles, answers);
  const shown = await showConsole(address, () => setSharedClient(api.client));
  return { ...shown, api, user: userEvent.setup() };
}

/** Chooses an option of a select by its label. */
export async function choose(user: UserEvent, select: HTMLElement, option: string): Promise<void> {
  await user.click(select);
  const options = within(await screen.findByRole('listbox'));
  await user.click(await options.findByText(option));
}

export { screen, within };
