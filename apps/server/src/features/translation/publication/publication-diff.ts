import { createHash } from 'node:crypto';
import { TRANSLATION_LIMITS } from '@backcounter/domain';
import { sql } from 'kysely';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { languageNotFound } from '../language/translation-language.ts';
import { presentFile, publicationNotFound } from './publication.ts';

/** Effects of a publication on a text of readers. */
export type TranslationChange = 'ADDED' | 'CHANGED' | 'REMOVED';

/** Change of one key. */
export interface DiffItem {
  readonly key: string;
  readonly change: TranslationChange;
  readonly before: string | null;
  readonly after: string | null;
}

/** A text that prevents the publication of a language. */
export interface InvalidText {
  readonly id: string;
  readonly key: string;
}

/** Changes for the readers of a language, if another file is published. */
export interface Diff {
  readonly languageId: string;
  readonly sha256: string;
  readonly content: string;
  readonly currentBundleId: string | null;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
  readonly messages: number;
  readonly missing: number;
  readonly stale: number;
  readonly invalidCount: number;
  readonly invalid: readonly InvalidText[];
}

/** Returns the changes that publishing the current texts makes. @throws AppError `record.not-found` */
export async function diffOfPresent(context: RequestContext, languageId: string): Promise<Diff> {
  if (!isUuid(languageId)) throw languageNotFound();
  const { content, sha256 } = await presentFile(context, languageId);
  return diffOf(context, languageId, { content, sha256 });
}

/**
 * Returns the changes that a rollback to a publication makes. @throws AppError `record.not-found`, also for a
 * withdrawal
 */
export async function diffOfRollBack(context: RequestContext, publicationId: string): Promise<Diff> {
  if (!isUuid(publicationId)) throw publicationNotFound();
  const { rows } = await sql<{ language_id: string; content: string }>`
    select r.language_id::text, b.content from translation_publication r join translation_bundle b on b.id = r.bundle_id
    where r.id = ${publicationId}`.execute(context.db);
  const [target] = rows;
  if (target === undefined) throw publicationNotFound();
  const sha256 = createHash('sha256').update(target.content).digest('hex');
  return diffOf(context, target.language_id, { content: target.content, sha256 });
}

type Counted = Omit<Diff, 'languageId' | 'content' | 'sha256'>;

const INVALID_SHOWN = 100;

async function diffOf(
  { db }: RequestContext,
  languageId: string,
  file: { readonly content: string; readonly sha256: string },
): Promise<Diff> {
  const { rows } = await sql<Counted>`
    with file as materialized (select ${file.content}::jsonb as texts),
    present as (
      select b.id, b.content::jsonb as texts from translation_language l join published_language p using (client_id, language, country_code)
        join translation_bundle b on b.id = p.bundle_id where l.id = ${languageId}),
    changes as materialized (select c.* from file, translation_changes((select texts from present), file.texts) c),
    sizes as (select count(*)::int as messages from file, jsonb_object_keys(file.texts)),
    texts as (
      select count(*) filter (where m.state <> 'RETIRED' and not file.texts ? m.key)::int as missing,
        count(*) filter (where m.is_stale and m.state = 'STALE' and file.texts ->> m.key = m.value)::int as stale,
        count(*) filter (where m.state = 'INVALID')::int as invalid
      from file, translation_message m where m.language_id = ${languageId})
    select (select id::text from present) as "currentBundleId",
      (select count(*)::int from changes where change = 'ADDED') as added,
      (select count(*)::int from changes where change = 'CHANGED') as changed,
      (select count(*)::int from changes where change = 'REMOVED') as removed,
      sizes.messages - (select count(*)::int from changes where change <> 'REMOVED') as unchanged,
      sizes.messages, texts.missing, texts.stale, texts.invalid as "invalidCount",
      (select coalesce(jsonb_agg(x order by x.key), '[]') from (select id::text as id, key from translation_message
        where language_id = ${languageId} and state = 'INVALID' order by key limit ${INVALID_SHOWN}) x) as invalid
    from sizes, texts, (select from translation_language where id = ${languageId}) exists`.execute(db);
  const [row] = rows;
  if (row === undefined) throw languageNotFound();
  return { ...row, languageId, ...file };
}

/** A page of changes. */
export interface DiffPage {
  readonly first: number;
  readonly after: string | null;
  readonly change: TranslationChange | null;
}

/** Returns the changes in the order of keys. */
export async function diffItems(
  { db }: RequestContext,
  { content, currentBundleId }: Diff,
  { first, after, change }: DiffPage,
): Promise<readonly DiffItem[]> {
  const size = Math.max(0, Math.min(first, TRANSLATION_LIMITS.changesMax));
  const { rows } = await sql<DiffItem>`
    select c.key, c.change, c.old_value as before, c.new_value as after
    from translation_changes((select content::jsonb from translation_bundle where id = ${currentBundleId}), ${content}::jsonb) c
    where (${after}::text is null or c.key collate "C" > ${after}) and (${change}::text is null or c.change = ${change})
    order by c.key collate "C" limit ${size}`.execute(db);
  return rows;
}
