import { createInstall } from './installation.ts';

export type {
  CloseReason,
  OpenOutcome,
  ReleaseNotesEventMap,
  ReleaseNotesGlobal,
  ReleaseNotesHandle,
  ReleaseNotesOptions,
} from './install-options.ts';
export { type PreviewHandle, type PreviewOptions, preview } from './preview.ts';
export { RELEASE_NOTES_TEXTS } from './texts.ts';
export { countUnread } from './unread-count.ts';

/**
 * Puts the popup on the page and opens it when there are published releases that this person has not seen. What draws it is loaded when
 * there is something to show. A second call gives the same handle and hands it the newer options.
 */
export const install = createInstall(async () => (await import('./panel.tsx')).mountPanel);
