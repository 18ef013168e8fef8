// biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that are refused
const FIREBASE_ID = /^[^.$#[\]/\u0000-\u001f\u007f]{1,128}$/u;

/** Whether this can be a key of a realtime database. Anything else is never online, and asking for it would be refused. */
export function isFirebaseId(text: string): boolean {
  return FIREBASE_ID.test(text) && text.isWellFormed();
}
