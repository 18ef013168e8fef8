import {
  type FieldProblems,
  type ReleaseInput,
  releaseFields,
  releaseProblems,
  releaseRecord,
} from '@backcounter/domain';
import { sql } from 'kysely';
import { type AuditChanges, recordAudit } from '../../audit/record-audit.ts';
import { fieldsInvalid, parseFields, refuseProblems } from '../../crud/field-input.ts';
import type { Expected } from '../../crud/read-record.ts';
import { columnsOf } from '../../crud/record-fields.ts';
import { enteredChanges, insertRow, updateRow } from '../../crud/write-row.ts';
import { violatedConstraint } from '../../graphql/constraint-violation.ts';
import type { EffectContext } from '../../graphql/request-context.ts';
import { RELEASE_FIELDS } from './release.list.ts';
import {
  contentChanges,
  correctTexts,
  isSameOutline,
  outlineOf,
  type ReleaseContent,
  replaceContent,
  withKnownIds,
  withoutIds,
} from './release-content.ts';
import { readNumbers } from './release-numbers.ts';
import { type LockedRelease, lockRelease, peekRelease, refuseRelease } from './release-record.ts';

const patchFields = releaseFields.partial();

/** Creates a draft and returns its id. @throws AppError `field.invalid` */
export async function createRelease(context: EffectContext, input: object): Promise<string> {
  const { changeLists, ...terms } = parseFields(releaseFields, input);
  refuseProblems(releaseProblems({ changeLists }));
  await requireGreatest(context, terms.number);
  const content = withKnownIds(changeLists, []);
  const id = await insertRelease(context, terms, content);
  await audit(context, 'release.create', id, { ...enteredChanges(terms), outline: [null, outlineOf(content)] });
  return id;
}

/**
 * Changes the given fields of a release, and its lists as a whole; of a published release only the texts. Without a
 * difference there is no new version and no audit event.
 * @throws AppError `record.not-found`, `record.conflict`, `field.invalid`
 */
export async function updateRelease(context: EffectContext, expected: Expected, input: object): Promise<void> {
  const values = parseFields(patchFields, input);
  const current = await lockRelease(context, expected);
  refuseRelease(context, current, 'EDIT');
  const isDraft = current.state === 'DRAFT';
  const content = values.changeLists === undefined ? null : withKnownIds(values.changeLists, current.changeLists);
  const changes = changesOf(current, values, content);
  if (Object.keys(changes).length === 0) return;
  refuseProblems(isDraft ? {} : lockedProblems(current, changes, content));
  if (values.changeLists !== undefined) refuseProblems(releaseProblems({ changeLists: values.changeLists }));
  if (changes['number'] !== undefined && values.number !== undefined) await requireGreatest(context, values.number);
  await written(() => updateRow(context, 'release', current.id, columnsOf(RELEASE_FIELDS, values)));
  if (content !== null) await (isDraft ? replaceContent(context, current.id, content) : correctTexts(context, content));
  await audit(context, 'release.update', current.id, changes);
}

/**
 * Creates a draft with the lists of a release under another number, dated today.
 * @throws AppError `record.not-found`, `field.invalid`
 */
export async function duplicateRelease(context: EffectContext, id: string, number: string): Promise<string> {
  const values = parseFields(releaseFields.pick({ number: true }), { number });
  const source = await peekRelease(context, id);
  await requireGreatest(context, values.number);
  const content = withoutIds(source.changeLists);
  const copy = await insertRelease(context, { ...values, date: noonOf(context.now) }, content);
  await audit(context, 'release.duplicate', copy, {
    duplicateOf: [null, source.number],
    number: [null, values.number],
    outline: [null, outlineOf(content)],
  });
  return copy;
}

/**
 * Deletes a draft with its lists; its audit events are kept.
 * @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition`
 */
export async function discardRelease(context: EffectContext, expected: Expected): Promise<void> {
  const current = await lockRelease(context, expected);
  refuseRelease(context, current, 'DISCARD');
  await context.db.deleteFrom('release').where('id', '=', current.id).execute();
  await audit(context, 'release.discard', current.id, {
    number: [current.number, null],
    outline: [outlineOf(current.changeLists), null],
  });
}

/** Noon in UTC is on the same day in nearly every time zone. */
function noonOf(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), 12));
}

function changesOf(
  current: LockedRelease,
  { number, date }: { readonly number?: string | undefined; readonly date?: Date | undefined },
  content: ReleaseContent | null,
): AuditChanges {
  const isOtherDate = date !== undefined && date.getTime() !== Date.parse(current.date);
  return {
    ...(number === undefined || number === current.number ? {} : { number: [current.number, number] }),
    ...(isOtherDate ? { date: [current.date, date] } : {}),
    ...(content === null ? {} : contentChanges(current.changeLists, content)),
  };
}

/** Returns problems for changes of fields that are locked once a release was published. */
function lockedProblems(current: LockedRelease, changes: AuditChanges, content: ReleaseContent | null): FieldProblems {
  const locked = Object.keys(releaseRecord.fields).filter((field) => changes[field] !== undefined);
  if (content !== null && !isSameOutline(content, current.changeLists)) locked.push('changeLists');
  return Object.fromEntries(locked.map((field) => [field, [{ rule: 'locked' }]]));
}

/** Requires a number that can be published. @throws AppError `field.invalid` */
async function requireGreatest(context: EffectContext, number: string): Promise<void> {
  const { latest } = await readNumbers(context);
  if (latest === null) return;
  const { rows } = await sql<{ isGreater: boolean }>`
    select semver_key(${number}) collate "C" > semver_key(${latest}) collate "C" as "isGreater"`.execute(context.db);
  if (rows[0]?.isGreater !== true) refuseProblems({ number: [{ rule: 'not-greatest' }] });
}

async function insertRelease(
  context: EffectContext,
  terms: Omit<ReleaseInput, 'changeLists'>,
  content: ReleaseContent,
): Promise<string> {
  const id = await written(() => insertRow(context, 'release', columnsOf(RELEASE_FIELDS, terms)));
  await replaceContent(context, id, content);
  return id;
}

/** Runs a statement; a number that is in use becomes a problem of the field. */
async function written<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (violatedConstraint(error)?.name === 'release_number_key') throw fieldsInvalid({ number: [{ rule: 'taken' }] });
    throw error;
  }
}

function audit(context: EffectContext, action: string, id: string, changes: AuditChanges): Promise<void> {
  return recordAudit(context, { action, entityType: 'release', entityId: id, outcome: 'DONE', changes });
}
