import { createInstall } from './installation.ts';
import { openPreview, type PreviewHandle, type PreviewOptions } from './preview.ts';

export type {
  CloseReason,
  OpenOutcome,
  ReleaseNotesEventMap,
  ReleaseNotesGlobal,
  ReleaseNotesHandle,
  ReleaseNotesOptions,
} from './install-options.ts';
export { RELEASE_NOTES_TEXTS } from './texts.ts';
export type { PreviewHandle, PreviewOptions };

const loadPanel = async () => (await import('./panel.tsx')).mountPanel;

/**
 * Puts the popup on the page and opens it when there are published releases that this person has not seen. What draws it is loaded when
 * there is something to show. A second call gives the same handle and hands it the newer options.
 */
export const install = createInstall(loadPanel);

/**
 * Shows releases, as a provider would answer with them, in the popup's own panel before they are published. Only the theme is fetched, and
 * nothing is posted: Mark as Read and Dismiss both only close it.
 * @throws Error when they are no list of releases, or can't be drawn
 */
export const preview = (releases: unknown, options: PreviewOptions): Promise<PreviewHandle> =>
  openPreview(loadPanel, releases, options);
