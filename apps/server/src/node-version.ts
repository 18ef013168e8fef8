/** First Node 24 without known holes that a client can use. */
const SAFE_NODE = '24.22.1';

/** A warning for the operator of a production server where Node has known security holes; else nothing. */
export function nodeWarnings(version: string): string[] {
  if (version.localeCompare(SAFE_NODE, 'en', { numeric: true }) >= 0) return [];
  return [`Node ${version} has known security holes: run Node ${SAFE_NODE} or later (docs/operations.md).`];
}
