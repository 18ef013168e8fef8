/** The entries of a pasted list; null for a text that is a search: one line, unless all of its parts look like keys. */
export function pastedEntries(text: string): readonly string[] | null {
  const entries = filled(text.split(/[\r\n]+/));
  if (entries.length > 1) return entries.map((entry) => entry.split('\t')[0] ?? '');
  const parts = filled(text.split(/[,;\t]/));
  return parts.length > 1 && parts.every((part) => /[\d@]/.test(part)) ? parts : null;
}

const filled = (entries: readonly string[]) => entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
