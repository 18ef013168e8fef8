import type { MessagesHook } from '@backcounter/i18n/react';

/** Texts and formats with which a job speaks. */
export type JobFormats = Pick<MessagesHook, 't' | 'locale' | 'timeZone'>;

/** A fact about what was asked for, for the details of a job. */
export interface JobFact {
  readonly name: string;
  readonly value: string;
}

/** How the console speaks of one kind of job. `summary` is what the server's definition of the kind tells of its parameters. */
export interface JobKindWords {
  /** What it does, as a title: "Suspend accounts". */
  readonly title: (summary: JobSummary, formats: JobFormats) => string;
  /** What was asked for, besides the title. */
  readonly facts: (summary: JobSummary, formats: JobFormats) => readonly JobFact[];
  /** Why a record stays as it is, where the reasons of this kind are its own; null for those that all kinds share. */
  readonly reason?: (reason: string, formats: JobFormats) => string | null;
  /** Names of lists whose records it changes; they are asked again when it ends. */
  readonly lists: (summary: JobSummary) => readonly string[];
}

/** What a job tells of its parameters; members by kind. */
export type JobSummary = Readonly<Record<string, unknown>>;
