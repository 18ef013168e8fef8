import type { MessagesHook } from '@backcounter/i18n/react';

/** Texts and formats of jobs. */
export type JobFormats = Pick<MessagesHook, 't' | 'locale' | 'timeZone' | 'figure'>;

/** A parameter of a job, for its details. */
export interface JobFact {
  readonly name: string;
  readonly value: string;
  /** The list with these records; absent without one. */
  readonly href?: string;
}

/** Labels of one kind of job. `summary` has the parameters as published by the server's definition of the kind. */
export interface JobKindWords {
  /** Title of the job: "Suspend accounts". */
  readonly title: (summary: JobSummary, formats: JobFormats) => string;
  /** Parameters besides the title. */
  readonly facts: (summary: JobSummary, formats: JobFormats) => readonly JobFact[];
  /** Why a record was skipped, for reasons of this kind only; null for shared ones. */
  readonly reason?: (reason: string, formats: JobFormats) => string | null;
  /** Page of a record of the job; absent for kinds whose records have none. */
  readonly recordHref?: (id: string, summary: JobSummary) => string | null;
  /** Names of lists whose records it changes; they are reloaded when it ends. */
  readonly lists: (summary: JobSummary) => readonly string[];
}

/** Published parameters of a job; members by kind. */
export type JobSummary = Readonly<Record<string, unknown>>;
