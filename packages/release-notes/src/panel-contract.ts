import type { ReleaseNotesOptions } from './install-options.ts';
import type { Session } from './provider-client.ts';
import type { PublishedReleases } from './release.ts';
import type { Theme } from './theme.ts';

/** Time from choosing to close until the container is removed (specification, section 9). */
export const CLOSE_DELAY_MS = 500;

/** Content and callbacks of the panel. */
export interface PanelModel {
  readonly published: PublishedReleases;
  readonly theme: Theme;
  readonly options: ReleaseNotesOptions;
  readonly phase: 'open' | 'closing';
  /** 'Mark as Read' was chosen and its visit is being posted. */
  readonly isPosting: boolean;
  readonly onRead: () => void;
  readonly onDismiss: () => void;
}

/** A rendered panel. */
export interface Panel {
  readonly update: (model: PanelModel) => void;
  /** Removes it and restores the page: focus, scrolling, inert elements. */
  readonly unmount: () => void;
}

/**
 * Renders the panel into a shadow root of `host`; resolves when it is visible, rejects when it can't be rendered. Later
 * failures go to `onBroken`.
 */
export type MountPanel = (host: HTMLElement, model: PanelModel, onBroken: (cause: unknown) => void) => Promise<Panel>;

/** The code that only a popup needs. */
export interface PanelCode {
  readonly mountPanel: MountPanel;
  readonly readReleases: (json: unknown) => PublishedReleases;
  readonly postVisitOf: (options: ReleaseNotesOptions, session: Session, ids: readonly string[]) => Promise<void>;
  readonly unsentOf: (token: string) => Promise<readonly string[]>;
}

/** Loads that code; called when there is something to show, or a visit to send again. */
export type LoadPanel = () => Promise<PanelCode>;
