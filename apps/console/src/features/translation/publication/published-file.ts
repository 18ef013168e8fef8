import { readConfig } from '../../../lib/settings/config.ts';

/** URL of a published file of texts: JSON, immutable. */
export function publishedFile(path: string): string {
  const { cdnUrl } = readConfig(document, window.location.origin);
  return `${cdnUrl.replace(/(?<!\/)\/+$/, '')}/${path}`;
}
