import type { GraphQLResolveInfo } from 'graphql';
import { needs } from '../graphql/authorise.ts';
import type { Builder } from '../graphql/builder.ts';
import type { RequestContext } from '../graphql/request-context.ts';
import { selectionOf } from '../graphql/selection.ts';
import { type Entity, permissionOf } from './entity.ts';
import type { EntityAction, EntityRow } from './entity-declaration.ts';
import { moveRecord } from './move-record.ts';
import { type Expected, readRecord } from './read-record.ts';
import { type EntityRefs, typeOf } from './record.graphql.ts';
import { archiveRecord, changeState, createRecord, restoreRecord, updateRecord } from './write-record.ts';

/** `create<Noun>(input)`: answers with the new record. */
export function addCreate(builder: Builder, entity: Entity, noun: string, { record, enums }: EntityRefs): void {
  const input = builder.inputType(`Create${noun}Input`, {
    fields: (t) =>
      Object.fromEntries(
        entity.inputs.map((field) => [
          field.name,
          t.field({ type: typeOf(field, enums), required: field.isRequired && !field.isNullable }),
        ]),
      ),
  });
  builder.mutationField(`create${noun}`, (t) =>
    t.field({
      type: record,
      extensions: needs(entity.permissions.edit),
      args: { input: t.arg({ type: input, required: true }) },
      resolve: async (_root, args, context, info) => {
        const id = await createRecord(context, entity, args.input);
        return readRecord(context, entity, id, selectionOf(info));
      },
    }),
  );
}

/** `update<Noun>(id, expectedVersion, input)`: absent fields stay. `follow` does in the same transaction what follows from a change. */
export function addUpdate(
  builder: Builder,
  entity: Entity,
  noun: string,
  { record, enums }: EntityRefs,
  follow: (context: RequestContext, id: string, input: object) => Promise<void> = async () => undefined,
): void {
  const input = builder.inputType(`Update${noun}Input`, {
    description: 'Absent fields stay; null empties.',
    fields: (t) =>
      Object.fromEntries(
        entity.inputs
          .filter(({ isFixed }) => !isFixed)
          .map((field) => [field.name, t.field({ type: typeOf(field, enums) })]),
      ),
  });
  builder.mutationField(`update${noun}`, (t) =>
    t.field({
      type: record,
      extensions: needs(entity.permissions.edit),
      args: {
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        input: t.arg({ type: input, required: true }),
      },
      resolve: async (_root, args, context, info) => {
        if (await updateRecord(context, entity, args, args.input)) await follow(context, args.id, args.input);
        return readRecord(context, entity, args.id, selectionOf(info));
      },
    }),
  );
}

/** `archive<Noun>` and `restore<Noun>(id, expectedVersion, reason)`. */
export function addArchive(builder: Builder, entity: Entity, noun: string, refs: EntityRefs): void {
  addAction(builder, entity, noun, 'ARCHIVE', refs, (context, expected, reason) =>
    archiveRecord(context, entity, expected, reason),
  );
  addAction(builder, entity, noun, 'RESTORE', refs, (context, expected, reason) =>
    restoreRecord(context, entity, expected, reason),
  );
}

/** `suspend<Noun>(id, expectedVersion, reason)`: an action on one record; without `run`, what its table of states says. */
export function addAction(
  builder: Builder,
  entity: Entity,
  noun: string,
  action: EntityAction,
  { record }: EntityRefs,
  run: (context: RequestContext, expected: Expected, reason: string | null) => Promise<void> = (context, ...given) =>
    changeState(context, entity, action, ...given),
): void {
  builder.mutationField(`${action.toLowerCase()}${noun}`, (t) =>
    t.field({
      type: record,
      extensions: needs(permissionOf(entity, action)),
      args: {
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        reason: t.arg.string(),
      },
      resolve: (_root, { reason, ...expected }, context, info) =>
        afterwards(context, entity, expected, info, () => run(context, expected, reason ?? null)),
    }),
  );
}

/** `move<Noun>(id, expectedVersion, before)`: before a record of the same parent, or last. */
export function addMove(builder: Builder, entity: Entity, noun: string, { record }: EntityRefs): void {
  builder.mutationField(`move${noun}`, (t) =>
    t.field({
      type: record,
      extensions: needs(entity.permissions.edit),
      args: {
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        before: t.arg.id({ description: 'A record of the same parent; absent or null: the end.' }),
      },
      resolve: (_root, { before, ...expected }, context, info) =>
        afterwards(context, entity, expected, info, () => moveRecord(context, entity, expected, before ?? null)),
    }),
  );
}

async function afterwards(
  context: RequestContext,
  entity: Entity,
  { id }: Expected,
  info: GraphQLResolveInfo,
  run: () => Promise<void>,
): Promise<EntityRow> {
  await run();
  return readRecord(context, entity, id, selectionOf(info));
}
