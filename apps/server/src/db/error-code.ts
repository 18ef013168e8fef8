/** SQLSTATE of a connection that ended, which the driver reports without one. */
export const CONNECTION_LOST = '08006';

/** SQLSTATE or system error code of a failure, if it has one. */
export function errorCodeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
