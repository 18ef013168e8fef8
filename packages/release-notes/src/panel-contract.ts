import type { ReleaseNotesOptions } from './install-options.ts';
import type { PublishedReleases } from './release.ts';
import type { Theme } from './theme.ts';

/** From choosing to close until the container is gone (specification, section 9). */
export const CLOSE_DELAY_MS = 500;

/** What the panel shows, and whom it tells. */
export interface PanelModel {
  readonly published: PublishedReleases;
  readonly theme: Theme;
  readonly options: ReleaseNotesOptions;
  readonly phase: 'open' | 'closing';
  /** 'Mark as Read' was chosen and its visit is on its way. */
  readonly isPosting: boolean;
  readonly onRead: () => void;
  readonly onDismiss: () => void;
}

/** A drawn panel. */
export interface Panel {
  readonly update: (model: PanelModel) => void;
  /** Takes it away and gives the page back: focus, scrolling, what was inert. */
  readonly unmount: () => void;
}

/**
 * Draws the panel into a shadow root of `host`; resolves when it is visible, rejects when it can't be drawn. `onBroken` tells of what
 * fails after that.
 */
export type MountPanel = (host: HTMLElement, model: PanelModel, onBroken: (cause: unknown) => void) => Promise<Panel>;

/** Loads what draws the panel; called when there is something to show. */
export type LoadPanel = () => Promise<MountPanel>;
