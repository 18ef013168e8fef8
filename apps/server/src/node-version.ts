/** First Node 24 without known vulnerabilities that clients can exploit. */
const SAFE_NODE = '24.22.1';

/** Warns the operator of a production server if Node has known vulnerabilities; else empty. */
export function nodeWarnings(version: string): string[] {
  if (version.localeCompare(SAFE_NODE, 'en', { numeric: true }) >= 0) return [];
  return [
    `Node ${version} has known security holes. Install Node ${SAFE_NODE} or a later 24: a clone and the archive without Node then run it (docs/operations.md).`,
  ];
}
