import { AppError, type ErrorCode, SOURCE_LOCALE } from '@backcounter/domain';
import { sql } from 'kysely';
import type { ActionRight } from '../../../crud/state-change.ts';
import { callerMay, type EffectContext, type RequestContext } from '../../../graphql/request-context.ts';
import type { Selection } from '../../../graphql/schema/selection.ts';
import type { Stamped } from '../../../graphql/schema/shared-fields.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';
import type { Caller } from '../../../ports/identity.ts';
import { holdClient } from '../translation-record.ts';

/** Keys in use, by state of their text; `edited` and `reported` overlap the others. */
export interface TranslationCounts {
  readonly total: number;
  readonly translated: number;
  readonly missing: number;
  readonly stale: number;
  readonly invalid: number;
  readonly edited: number;
  readonly reported: number;
}

/** A language of a client. */
export interface TranslationLanguageRow extends Stamped {
  readonly id: string;
  readonly clientId: string;
  readonly locale: string;
  readonly name: string;
  readonly isWithdrawn: boolean;
  readonly publicationId: string | null;
  /** Present if requested. */
  readonly counts?: TranslationCounts;
  readonly unpublishedChanges?: number;
}

const LANGUAGE = `
  l.id::text as id, l.client_id as "clientId", l.locale, l.name, l.is_withdrawn as "isWithdrawn", p.publication_id::text as "publicationId",
  l.created_at as "createdAt", l.updated_at as "updatedAt", l.updated_by as "updatedBySub",
  (select u.display_name from staff_user u where u.sub = l.updated_by) as "updatedByName", l.version`;
const FROM = 'translation_language l left join published_language p using (client_id, language, country_code)';

/** Counts of a group of texts `m`; `x.reports` counts reports of missing ones. */
const COUNTS = `jsonb_build_object(
  'total', count(*) filter (where m.state <> 'RETIRED'), 'translated', count(*) filter (where m.state = 'TRANSLATED'),
  'missing', count(*) filter (where m.state = 'MISSING'), 'stale', count(*) filter (where m.state = 'STALE'),
  'invalid', count(*) filter (where m.state = 'INVALID'), 'edited', count(*) filter (where m.is_edited and m.state <> 'RETIRED'))`;
const REPORTED = `
  from translation_missing x join translation_message m on m.client_id = x.client_id and m.locale = x.locale and m.key = x.key
  where m.state = 'MISSING'`;

/**
 * Returns the languages of a client, English first, then by name. Reads the texts only if their counts are requested.
 */
export function readLanguages(
  context: RequestContext,
  which: { readonly clientId: string } | { readonly id: string },
  selection: Selection,
): Promise<TranslationLanguageRow[]> {
  const isCounted = selection['counts'] !== undefined || selection['unpublishedChanges'] !== undefined;
  const [condition, value] = 'id' in which ? ['l.id = $1::uuid', which.id] : ['l.client_id = $1', which.clientId];
  const text = `
    with language as materialized (select l.* from translation_language l where ${condition})
    select ${LANGUAGE}${isCounted ? `, c.counts || jsonb_build_object('reported', coalesce(x.reported, 0)) as counts, c.unpublished as "unpublishedChanges"` : ''}
    from ${FROM.replace('translation_language', 'language')}
    ${
      isCounted
        ? `cross join lateral (select ${COUNTS} as counts, count(*) filter (where m.is_unpublished)::int as unpublished
             from translation_message m where m.language_id = l.id) c
           left join (select m.language_id, count(*)::int as reported ${REPORTED} and m.language_id in (select id from language)
             group by m.language_id) x on x.language_id = l.id`
        : ''
    }
    order by l.locale <> '${SOURCE_LOCALE}', l.name, l.locale`;
  return context.sql.rows<TranslationLanguageRow>(statementFor(text), [value], {
    signal: context.signal,
    timeoutMs: LIST_TIMEOUT_MS,
  });
}

/** Returns one language. @throws AppError `record.not-found` */
export async function readLanguage(
  context: RequestContext,
  id: string,
  selection: Selection,
): Promise<TranslationLanguageRow> {
  const [row] = isUuid(id) ? await readLanguages(context, { id }, selection) : [];
  if (row === undefined) throw languageNotFound();
  return row;
}

/** Returns the error for an unknown language. */
export function languageNotFound(): AppError {
  return new AppError('record.not-found', { message: 'Language not found.' });
}

/** The first part of keys, with their counts in a language. */
export interface TranslationNamespace {
  readonly name: string;
  readonly counts: TranslationCounts;
}

/** Returns the first parts of the keys of a language, in order. */
export async function readNamespaces(context: RequestContext, languageId: string): Promise<TranslationNamespace[]> {
  if (!isUuid(languageId)) throw languageNotFound();
  const text = `
    select namespace as name, ${COUNTS} || jsonb_build_object('reported', coalesce(n.reported, 0)) as counts
    from translation_message m
      left join (select m.namespace, count(*)::int as reported ${REPORTED} and m.language_id = $1::uuid group by m.namespace) n using (namespace)
    where m.language_id = $1::uuid group by namespace, n.reported order by namespace`;
  return context.sql.rows<TranslationNamespace>(statementFor(text), [languageId], {
    signal: context.signal,
    timeoutMs: LIST_TIMEOUT_MS,
  });
}

/** The current language, locked until the transaction ends. */
export interface LockedLanguage {
  readonly id: string;
  readonly clientId: string;
  readonly locale: string;
  readonly name: string;
  readonly version: number;
  /** Current publication; null: none. */
  readonly publicationId: string | null;
  readonly bundleId: string | null;
  readonly origin: 'EDITED' | 'SHIPPED' | null;
}

/** @throws AppError `record.not-found`; `record.conflict` with the current language if another version is expected */
export async function lockLanguage(
  context: EffectContext,
  { id, expectedVersion }: { readonly id: string; readonly expectedVersion: number | null },
): Promise<LockedLanguage> {
  if (!isUuid(id)) throw languageNotFound();
  const { db } = context;
  const known = await sql<{ client_id: string }>`select client_id from translation_language where id = ${id}`.execute(
    db,
  );
  if (known.rows[0] === undefined) throw languageNotFound();
  await holdClient(context, known.rows[0].client_id);
  const { rows } = await sql<LockedLanguage>`
    select l.id::text as id, l.client_id as "clientId", l.locale, l.name, l.version, p.publication_id::text as "publicationId",
      p.bundle_id::text as "bundleId", p.origin
    from (select * from translation_language where id = ${id} for no key update) l
      left join published_language p using (client_id, language, country_code)`.execute(db);
  const [row] = rows;
  if (row === undefined) throw languageNotFound();
  if (expectedVersion !== null && row.version !== expectedVersion) {
    throw new AppError('record.conflict', {
      message: 'Another person has changed this language.',
      details: { current: { name: row.name, version: row.version, publicationId: row.publicationId } },
    });
  }
  return row;
}

/** Actions on a language, in the order in which they are offered. */
const TRANSLATION_LANGUAGE_ACTIONS = ['PUBLISH', 'RENAME', 'WITHDRAW'] as const;
/** An action on a language. */
export type TranslationLanguageAction = (typeof TRANSLATION_LANGUAGE_ACTIONS)[number];

/** Returns the actions that the caller may take on a language now. */
export function languageActions(
  row: Pick<TranslationLanguageRow, 'locale' | 'publicationId'>,
  caller: Caller,
): ActionRight<TranslationLanguageAction>[] {
  return TRANSLATION_LANGUAGE_ACTIONS.map((action) => {
    const refusal = refusalOf(action, row, caller);
    return { action, isAllowed: refusal === null, refusal };
  });
}

function refusalOf(
  action: TranslationLanguageAction,
  { locale, publicationId }: Pick<TranslationLanguageRow, 'locale' | 'publicationId'>,
  caller: Caller,
): ErrorCode | null {
  if (!callerMay(caller, action === 'RENAME' ? 'translation.write' : 'translation.publish')) return 'access.denied';
  if (action !== 'WITHDRAW') return null;
  if (locale === SOURCE_LOCALE) return 'translation.source-language';
  return publicationId === null ? 'state.invalid-transition' : null;
}
