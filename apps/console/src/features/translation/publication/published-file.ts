import { readConfig } from '../../../lib/settings/config.ts';

/** Address of a published file of texts, which is JSON and never changes. */
export function publishedFile(path: string): string {
  const { cdnUrl } = readConfig(document, window.location.origin);
  return `${cdnUrl.replace(/\/+$/, '')}/${path}`;
}
