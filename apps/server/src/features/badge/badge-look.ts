/** How far the look at a rule has come. */
export interface Progress {
  /** As text of the database, which keeps microseconds. */
  readonly lookedUntil: string;
  readonly resumeAfter: string | null;
}

/** Accounts whose award may change, and how far the look has come with them. */
export interface Look {
  readonly accountIds: readonly string[];
  readonly progress: Progress;
}
