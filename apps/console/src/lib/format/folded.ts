/** Lower case without accents and invisible characters (soft hyphens): `Ōsaka` is found by `osaka`, and أ by ا. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();
}
