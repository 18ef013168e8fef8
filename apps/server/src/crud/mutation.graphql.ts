import { needs } from '../graphql/authorise.ts';
import type { RequestContext } from '../graphql/request-context.ts';
import type { Builder } from '../graphql/schema/builder.ts';
import { addChange, addMutation, auditReason, expectedRecord, recordPayload } from '../graphql/schema/mutation.ts';
import type { Selection } from '../graphql/schema/selection.ts';
import { type Entity, permissionOf } from './entity.ts';
import type { EntityAction, EntityValues } from './entity-declaration.ts';
import { moveRecord } from './move-record.ts';
import { type Expected, readRecord } from './read-record.ts';
import { type EntityRefs, wordsOf } from './record.graphql.ts';
import { addPatchInput, createFields } from './record-fields.graphql.ts';
import { archiveRecord, changeState, createRecord, restoreRecord, updateRecord } from './write-record.ts';

/** Side effects of a change, in the same transaction; `before` is absent for a new record. */
type Follow = (context: RequestContext, id: string, input: EntityValues, before?: EntityValues) => Promise<void>;
const NOTHING: Follow = async () => undefined;

/** `create<Noun>`: returns the new record. */
export function addCreate(builder: Builder, entity: Entity, noun: string, refs: EntityRefs, follow = NOTHING): void {
  const words = wordsOf(entity);
  addMutation(builder, `create${noun}`, {
    description: `Creates one ${words}.`,
    extensions: needs(entity.permissions.edit),
    input: (t) => createFields(t, entity.inputs, refs.enums),
    resolve: async (input, context) => {
      const id = await createRecord(context, entity, input);
      await follow(context, id, input);
      return { id };
    },
    payload: payloadOf(entity, noun, refs),
  });
}

/** `update<Noun>`: absent fields are unchanged. */
export function addUpdate(builder: Builder, entity: Entity, noun: string, refs: EntityRefs, follow = NOTHING): void {
  const words = wordsOf(entity);
  const patch = addPatchInput(builder, noun, entity.inputs, refs.enums);
  addMutation(builder, `update${noun}`, {
    description: `Changes fields of one ${words}.`,
    extensions: needs(entity.permissions.edit),
    input: (t) => ({
      ...expectedRecord(t, words),
      patch: t.field({ type: patch, required: true, description: 'The fields to change.' }),
    }),
    resolve: async ({ patch: changes, ...expected }, context) => {
      const before = await updateRecord(context, entity, expected, changes);
      if (before !== null) await follow(context, expected.id, changes, before);
      return expected;
    },
    payload: payloadOf(entity, noun, refs),
  });
}

/** `archive<Noun>` and `restore<Noun>`. */
export function addArchive(builder: Builder, entity: Entity, noun: string, refs: EntityRefs): void {
  addAction(builder, entity, noun, 'ARCHIVE', refs, (context, expected, reason) =>
    archiveRecord(context, entity, expected, reason),
  );
  addAction(builder, entity, noun, 'RESTORE', refs, (context, expected, reason) =>
    restoreRecord(context, entity, expected, reason),
  );
}

/** `suspend<Noun>`: an action on one record; default `run`: the transition of its state machine. */
export function addAction(
  builder: Builder,
  entity: Entity,
  noun: string,
  action: EntityAction,
  refs: EntityRefs,
  run: (context: RequestContext, expected: Expected, reason: string | null) => Promise<void> = (context, ...given) =>
    changeState(context, entity, action, ...given),
): void {
  const words = wordsOf(entity);
  addChange(builder, `${action.toLowerCase()}${noun}`, {
    description: `${action.charAt(0)}${action.slice(1).toLowerCase()}s one ${words}.`,
    extensions: needs(permissionOf(entity, action)),
    input: (t) => ({ ...expectedRecord(t, words), reason: auditReason(t) }),
    change: ({ reason, ...expected }, context) => run(context, expected, reason ?? null),
    payload: payloadOf(entity, noun, refs),
  });
}

/** `move<Noun>`: before a record of the same parent, or to the end. */
export function addMove(builder: Builder, entity: Entity, noun: string, refs: EntityRefs): void {
  const words = wordsOf(entity);
  addChange(builder, `move${noun}`, {
    description: `Changes the place of one ${words} in the order.`,
    extensions: needs(entity.permissions.edit),
    input: (t) => ({
      ...expectedRecord(t, words),
      before: t.id({ description: 'A record of the same parent; absent or null: the end.' }),
    }),
    change: ({ before, ...expected }, context) => moveRecord(context, entity, expected, before ?? null),
    payload: payloadOf(entity, noun, refs),
  });
}

/** Payload of a mutation of one record: `{ topicCategory }`. */
export function payloadOf(entity: Entity, noun: string, { record }: EntityRefs) {
  return recordPayload(
    `${noun.charAt(0).toLowerCase()}${noun.slice(1)}`,
    record,
    (context: RequestContext, id: string, selection: Selection) => readRecord(context, entity, id, selection),
  );
}
