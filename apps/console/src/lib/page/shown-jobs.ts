const shown = new Set<string>();

/** Says that a dialog shows how a job goes on, so that nobody need be told of its end as well. Gives a way to say that it no longer does. */
export function showJob(id: string): () => void {
  shown.add(id);
  return () => shown.delete(id);
}

/** True while a dialog of this tab shows the job. */
export function isJobShown(id: string): boolean {
  return shown.has(id);
}
