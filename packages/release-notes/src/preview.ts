import type { CloseReason, ReleaseNotesOptions } from './install-options.ts';
import { CLOSE_DELAY_MS, type LoadPanel, type Panel, type PanelModel } from './panel-contract.ts';
import { createPopupElement } from './popup-element.ts';
import { failure, log, RENDERING_FAILED, textOf } from './popup-log.ts';
import { fetchTheme } from './provider-client.ts';
import { readReleases } from './release.ts';
import type { Theme } from './theme.ts';

/** Options of a preview. */
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
  | 'suppressLogs'
  | 'title'
  | 'translate'
>;

/** An open preview. */
export interface PreviewHandle {
  /** Updates the releases and the options, except for `container`. */
  update(releases: unknown, options: Partial<PreviewOptions>): void;
  /** Removes it immediately. */
  remove(): void;
}

/** Opens a preview in the panel that `loadPanel` loads. */
export async function openPreview(
  loadPanel: LoadPanel,
  releases: unknown,
  given: PreviewOptions,
): Promise<PreviewHandle> {
  const removed = new AbortController();
  let options = given;
  let published = readReleases(releases);
  let closing: CloseReason | null = null;
  let panel: Panel | null = null;
  const [{ mountPanel }, theme] = await Promise.all([loadPanel(), themeOf(given, removed.signal)]);
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
  const onBroken = (cause: unknown): void => {
    remove();
    reportError(failure(RENDERING_FAILED, cause));
  };
  (given.container ?? document.body).append(element);
  try {
    panel = await mountPanel(element, model(), onBroken);
  } catch (cause) {
    element.remove();
    throw failure(RENDERING_FAILED, cause);
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
    log(options, `No theme: ${textOf(cause)}`);
    return {};
  }
}
