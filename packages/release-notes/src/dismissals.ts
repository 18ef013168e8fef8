const PREFIX = 'release-notes-dismissed:';

const keyOf = (sessionKey: string, id: string) => `${PREFIX}${sessionKey}:${id}`;

/** Remembers for the browser session that these releases were seen; where storage is refused, for this page's handle only. */
export function rememberDismissed(sessionKey: string, ids: readonly string[]): void {
  try {
    for (const id of ids) sessionStorage.setItem(keyOf(sessionKey, id), '1');
  } catch {
    console.debug('changelog-plugin: this page may not remember a dismissal');
  }
}

/** Whether all of these were dismissed in this browser session. */
export function wereDismissed(sessionKey: string, ids: readonly string[]): boolean {
  try {
    return ids.every((id) => sessionStorage.getItem(keyOf(sessionKey, id)) !== null);
  } catch {
    return false;
  }
}
