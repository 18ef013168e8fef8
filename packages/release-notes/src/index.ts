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

const loadPanel = () => import('./panel.tsx');

/**
 * Installs the popup, and opens it when there are published releases that this person has not seen. Loads the panel
 * only when there is something to show. A second call updates the options and returns the same handle.
 */
export const install = createInstall(loadPanel);

/**
 * Previews unpublished releases, given as a provider would answer them, in the popup's panel. Only the theme is
 * fetched, and nothing is posted: Mark as Read and Dismiss both just close it.
 * @throws Error when `releases` is not a list of releases, or can't be rendered
 */
export const preview = (releases: unknown, options: PreviewOptions): Promise<PreviewHandle> =>
  openPreview(loadPanel, releases, options);
