import { textIn } from '@backcounter/domain';
import type { JobFormats, JobSummary } from './job-kind-words.ts';

/**
 * The name of a record when the job was requested, in the language of the reader, else in English; null for a job
 * without names.
 */
export function keptName({ names }: JobSummary, id: unknown, { locale }: Pick<JobFormats, 'locale'>): string | null {
  if (typeof id !== 'string' || typeof names !== 'object' || names === null || !Object.hasOwn(names, id)) return null;
  const byLanguage = (names as Readonly<Record<string, Readonly<Record<string, string>>>>)[id] ?? {};
  return textIn(byLanguage, locale) ?? Object.values(byLanguage)[0] ?? null;
}
