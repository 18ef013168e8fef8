/** Progress of the periodic check of a rule. */
export interface Progress {
  /** As database text, which keeps microseconds. */
  readonly lookedUntil: string;
  readonly resumeAfter: string | null;
}

/** Accounts whose award may change, and the progress after checking them. */
export interface Look {
  readonly accountIds: readonly string[];
  readonly progress: Progress;
}
