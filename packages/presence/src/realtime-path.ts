// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the purpose
const FIREBASE_ID = /^[^.$#[\]/\u0000-\u001f\u007f]{1,128}$/u;

/** True for a valid key of a realtime database. Other ids are never online, and requesting them would be refused. */
export function isFirebaseId(text: string): boolean {
  return FIREBASE_ID.test(text) && text.isWellFormed();
}
