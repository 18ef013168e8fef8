const shown = new Set<string>();

/**
 * Marks a job whose progress a dialog shows, so that its end needs no notification. Returns the function that removes
 * the mark.
 */
export function showJob(id: string): () => void {
  shown.add(id);
  return () => shown.delete(id);
}

/** True while a dialog of this tab shows the job. */
export function isJobShown(id: string): boolean {
  return shown.has(id);
}
