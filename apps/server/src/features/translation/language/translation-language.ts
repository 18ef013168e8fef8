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

/** Keys in use by what their texts are; `edited` and `reported` overlap the others. */
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
  /** Where they were asked for. */
  readonly counts?: TranslationCounts;
  readonly unpublishedChanges?: number;
}

const LANGUAGE = `
  l.id::text as id, l.client_id as "clientId", l.locale, l.name, l.is_withdrawn as "isWithdrawn", p.publication_id::text as "publicationId",
  l.created_at as "createdAt", l.updated_at as "updatedAt", l.updated_by as "updatedBySub",
  (select u.display_name from staff_user u where u.sub = l.updated_by) as "updatedByName", l.version`;
const FROM = 'translation_language l left join published_language p using (client_id, language, country_code)';

/** The counts of a group of texts `m`, and reported ones among them by `x.reports`. */
const COUNTS = `jsonb_build_object(
  'total', count(*) filter (where m.state <> 'RETIRED'), 'translated', count(*) filter (where m.state = 'TRANSLATED'),
  'missing', count(*) filter (where m.state = 'MISSING'), 'stale', count(*) filter (where m.state = 'STALE'),
  'invalid', count(*) filter (where m.state = 'INVALID'), 'edited', count(*) filter (where m.is_edited and m.state <> 'RETIRED'))`;
const REPORTED = `
  from translation_missing x join translation_message m on m.client_id = x.client_id and m.locale = x.locale and m.key = x.key
  where m.state = 'MISSING'`;

/** Languages of a client, English first, then by name; what costs a look at the texts only where it is asked for. */
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

/** One language. @throws AppError `record.not-found` */
export async function readLanguage(
  context: RequestContext,
  id: string,
  selection: Selection,
): Promise<TranslationLanguageRow> {
  const [row] = isUuid(id) ? await readLanguages(context, { id }, selection) : [];
  if (row === undefined) throw languageNotFound();
  return row;
}

/** Says that there is no such language. */
export function languageNotFound(): AppError {
  return new AppError('record.not-found', { message: 'There is no such language.' });
}

/** A part of the keys with what their texts are in a language. */
export interface TranslationNamespace {
  readonly name: string;
  readonly counts: TranslationCounts;
}

/** First parts of the keys of a language, in order. */
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

/** A language as it is now, locked until the transaction ends. */
export interface LockedLanguage {
  readonly id: string;
  readonly clientId: string;
  readonly locale: string;
  readonly name: string;
  readonly version: number;
  /** What readers have now; null: nothing. */
  readonly publicationId: string | null;
  readonly bundleId: string | null;
  readonly origin: 'EDITED' | 'SHIPPED' | null;
}

/** @throws AppError `record.not-found`; `record.conflict` with the language as it is now where a version is expected and is not this one */
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
      message: 'Somebody else has changed this language.',
      details: { current: { name: row.name, version: row.version, publicationId: row.publicationId } },
    });
  }
  return row;
}

/** What may be done with a language, in the order in which it is offered. */
const TRANSLATION_LANGUAGE_ACTIONS = ['PUBLISH', 'RENAME', 'WITHDRAW'] as const;
/** One of the actions. */
export type TranslationLanguageAction = (typeof TRANSLATION_LANGUAGE_ACTIONS)[number];

/** What the caller may do with a language as it is now. */
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
