import { createHash } from 'node:crypto';
import { AppError, SOURCE_LOCALE, translationNote } from '@backcounter/domain';
import { sql } from 'kysely';
import { recordAudit } from '../../../audit/record-audit.ts';
import type { Expected } from '../../../crud/read-record.ts';
import { callFunction } from '../../../db/call-function.ts';
import type { EffectContext, RequestContext } from '../../../graphql/request-context.ts';
import type { Selection } from '../../../graphql/schema/selection.ts';
import { columnsAsked } from '../../../listing/list-columns.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';
import { fileOfTexts } from '../../../texts/text-file.ts';
import { lockLanguage } from '../language/translation-language.ts';
import { parse } from '../language/translation-language-write.ts';
import { PUBLICATION_NUMBER, type PublicationRow, publicationList } from './publication.list.ts';

/** Returns one publication with the requested columns; null if not found. */
export async function findPublication(
  context: RequestContext,
  id: string,
  selection: Selection,
): Promise<PublicationRow | null> {
  const { columns, joins } = columnsAsked(publicationList, selection);
  const [row] = isUuid(id)
    ? await context.sql.rows<PublicationRow>(
        statementFor(`select ${columns} from ${publicationList.from}${joins} where r.id = $1::uuid`),
        [id],
        { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS },
      )
    : [];
  return row ?? null;
}

/** Returns one publication with the requested columns. @throws AppError `record.not-found` */
export async function readPublication(
  context: RequestContext,
  id: string,
  selection: Selection,
): Promise<PublicationRow> {
  const row = await findPublication(context, id, selection);
  if (row === null) throw publicationNotFound();
  return row;
}

/** Returns the error for an unknown publication. */
export function publicationNotFound(): AppError {
  return new AppError('record.not-found', { message: 'Publication not found.' });
}

/** Returns the file that would be published now: valid texts, without those of retired keys. */
export async function presentFile(
  { db }: Pick<EffectContext, 'db'>,
  languageId: string,
): Promise<{ readonly content: string; readonly sha256: string; readonly messages: number }> {
  const { rows } = await sql<{ key: string; value: string }>`
    select key, value from translation_message where language_id = ${languageId} and state in ('TRANSLATED', 'STALE')`.execute(
    db,
  );
  const content = fileOfTexts(rows);
  return { content, sha256: createHash('sha256').update(content).digest('hex'), messages: rows.length };
}

/**
 * Publishes the current texts and returns the id of the publication. If nothing has changed since the last one, nothing
 * is published.
 * @throws AppError `record.not-found`, `translation.invalid`, `translation.changed` if the file is not the reviewed
 * one, `translation.empty`, `field.invalid`
 */
export async function publish(
  context: EffectContext,
  { id, sha256, note }: { readonly id: string; readonly sha256: string; readonly note: string | null },
): Promise<string> {
  const said = note === null || note.trim() === '' ? null : parse('note', translationNote, note);
  const language = await lockLanguage(context, { id, expectedVersion: null });
  const { rows } = await sql<{ invalid: number; edited: number }>`
    select count(*) filter (where state = 'INVALID')::int as invalid, count(*) filter (where is_edited and state <> 'RETIRED')::int as edited
    from translation_message where language_id = ${language.id}`.execute(context.db);
  const [{ invalid, edited } = { invalid: 0, edited: 0 }] = rows;
  if (invalid > 0) {
    throw new AppError('translation.invalid', {
      message: 'Some texts are invalid.',
      details: { max: invalid },
    });
  }
  const file = await presentFile(context, language.id);
  if (file.messages === 0) throw new AppError('translation.empty', { message: 'There is no text to publish.' });
  if (file.sha256 !== sha256.toLowerCase()) throw changed();
  // A file with shipped texts only follows the next version of the product; one with edited texts waits for a person.
  const origin = edited > 0 ? 'EDITED' : 'SHIPPED';
  return give(context, language, { content: file.content, action: 'PUBLISHED', note: said, origin });
}

/**
 * Publishes an earlier file again and returns the id of the new publication.
 * @throws AppError `record.not-found`, `translation.changed` if the current publication is not the reviewed one,
 * `field.invalid`, `state.invalid-transition` for the current file or a withdrawal
 */
export async function rollBack(
  context: EffectContext,
  { id, currentId, reason }: { readonly id: string; readonly currentId: string | null; readonly reason: string },
): Promise<string> {
  const note = parse('reason', translationNote, reason);
  const { rows } = isUuid(id)
    ? await sql<{ language_id: string; bundle_id: string | null; content: string | null }>`
        select r.language_id::text, r.bundle_id::text, b.content
        from translation_publication r left join translation_bundle b on b.id = r.bundle_id where r.id = ${id}`.execute(
        context.db,
      )
    : { rows: [] };
  const [target] = rows;
  if (target === undefined) throw publicationNotFound();
  const language = await lockLanguage(context, { id: target.language_id, expectedVersion: null });
  if (language.publicationId !== (currentId?.toLowerCase() ?? null)) throw changed();
  if (target.content === null || target.bundle_id === language.bundleId) {
    throw new AppError('state.invalid-transition', {
      message: 'Readers have this file already, or there is no file to publish.',
      details: { from: 'PUBLISHED', to: 'ROLLED_BACK' },
    });
  }
  return give(context, language, { content: target.content, action: 'ROLLED_BACK', note, origin: 'EDITED' });
}

/**
 * Withdraws a language; its readers see English after their next reload.
 * @throws AppError `record.not-found`, `record.conflict`, `translation.source-language`, `state.invalid-transition`,
 * `field.invalid`
 */
export async function withdraw(context: EffectContext, expected: Expected, reason: string): Promise<void> {
  const note = parse('reason', translationNote, reason);
  const language = await lockLanguage(context, expected);
  if (language.locale === SOURCE_LOCALE)
    throw new AppError('translation.source-language', { message: "English can't be withdrawn." });
  if (language.publicationId === null) {
    throw new AppError('state.invalid-transition', {
      message: 'The language is not published.',
      details: { from: 'WITHDRAWN', to: 'WITHDRAWN' },
    });
  }
  const before = await publicationName(context, language.publicationId);
  const { sub: actor } = context.caller;
  await callFunction(context.db, 'translation_withdraw', { of_language: language.id, actor, new_note: note });
  await audit(context, 'translation-language.withdraw', language.id, note, { publication: [before, null] });
}

interface Gift {
  readonly content: string;
  readonly action: 'PUBLISHED' | 'ROLLED_BACK';
  readonly note: string | null;
  readonly origin: 'EDITED' | 'SHIPPED';
}

async function give(
  context: EffectContext,
  language: { readonly id: string; readonly publicationId: string | null },
  { content, action, note, origin }: Gift,
): Promise<string> {
  const id = await callFunction(context.db, 'translation_publish', {
    of_language: language.id,
    new_content: content,
    new_action: action,
    actor: context.caller.sub,
    new_note: note,
    new_origin: origin,
  });
  if (id === null) throw new Error('Nothing was published.');
  if (id !== language.publicationId) {
    const verb = action === 'PUBLISHED' ? 'publish' : 'roll-back';
    await audit(context, `translation-language.${verb}`, language.id, note, {
      publication: [await publicationName(context, language.publicationId), await publicationName(context, id)],
    });
  }
  return id;
}

/** Returns the name of a publication in the audit trail: its language and number. */
async function publicationName({ db }: EffectContext, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const { rows } = await sql<{ name: string }>`
    select l.locale || ' #' || ${sql.raw(PUBLICATION_NUMBER)} as name
    from translation_publication r join translation_language l on l.id = r.language_id where r.id = ${id}`.execute(db);
  return rows[0]?.name ?? null;
}

function changed(): AppError {
  return new AppError('translation.changed', { message: 'The texts have changed since the review.' });
}

function audit(
  context: EffectContext,
  action: string,
  languageId: string,
  reason: string | null,
  changes: Readonly<Record<string, readonly [unknown, unknown]>>,
): Promise<void> {
  return recordAudit(context, {
    action,
    entityType: 'translation-language',
    entityId: languageId,
    outcome: 'DONE',
    reason,
    changes,
  });
}

export type { PublicationRow };
