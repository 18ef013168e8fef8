import type { CloseReason, ReleaseNotesOptions } from './install-options.ts';
import type { Panel, PanelModel } from './panel-contract.ts';
import { createPopupElement } from './popup-element.ts';
import { fetchTheme } from './provider-client.ts';
import { readReleases } from './release.ts';
import type { Theme } from './theme.ts';

/** From choosing to close until the container is gone, as of the popup itself. */
const CLOSE_DELAY_MS = 500;

/** How a preview looks and speaks. */
export type PreviewOptions = Pick<
  ReleaseNotesOptions,
  | 'adminEndpoint'
  | 'authClientId'
  | 'authProviderEndpoint'
  | 'container'
  | 'dark'
  | 'dir'
  | 'isMobile'
  | 'keepUsable'
  | 'locale'
  | 'nonce'
  | 'onClose'
  | 'title'
  | 'translate'
>;

/** A preview that is open. */
export interface PreviewHandle {
  /** Takes other releases, or other options but for `container`. */
  update(releases: unknown, options: Partial<PreviewOptions>): void;
  /** Takes it away at once. */
  remove(): void;
}

/**
 * Shows releases, as a provider would answer with them, in the popup's own panel before anybody publishes them. Nothing is fetched but
 * the theme, and nothing is posted: Mark as Read and Dismiss both only close it. Apart from that it is the popup.
 * @throws Error when they are no list of releases
 */
export async function preview(releases: unknown, given: PreviewOptions): Promise<PreviewHandle> {
  const removed = new AbortController();
  let options = given;
  let published = readReleases(releases);
  let closing: CloseReason | null = null;
  let panel: Panel | null = null;
  const [{ mountPanel }, theme] = await Promise.all([import('./panel.tsx'), themeOf(given, removed.signal)]);
  const element = createPopupElement();
  const remove = (): void => {
    if (removed.signal.aborted) return;
    removed.abort();
    panel?.unmount();
    element.remove();
    options.onClose?.(closing ?? 'removed');
  };
  const close = (reason: CloseReason): void => {
    if (closing !== null) return;
    closing = reason;
    draw();
    setTimeout(remove, CLOSE_DELAY_MS);
  };
  const model = (): PanelModel => ({
    published,
    theme,
    options: { ...options, token: '' },
    phase: closing === null ? 'open' : 'closing',
    isPosting: false,
    onRead: () => close('read'),
    onDismiss: () => close('dismissed'),
  });
  const draw = (): void => panel?.update(model());
  (given.container ?? document.body).append(element);
  try {
    panel = await mountPanel(element, model(), remove);
  } catch (cause) {
    element.remove();
    throw cause;
  }
  return {
    update(next, changed) {
      published = readReleases(next);
      options = { ...options, ...changed };
      draw();
    },
    remove,
  };
}

async function themeOf(options: PreviewOptions, signal: AbortSignal): Promise<Theme> {
  try {
    return await fetchTheme({ ...options, token: '' }, signal);
  } catch (cause) {
    console.debug('changelog-plugin: the preview has the built-in colours', cause);
    return {};
  }
}
