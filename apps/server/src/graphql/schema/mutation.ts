import type { FieldMap, InputFieldMap, InputFieldRef, InputShapeFromFields, ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { IN_PUBLIC } from '../public-slice.ts';
import type { RequestContext } from '../request-context.ts';
import type { Builder, BuilderTypes } from './builder.ts';
import { type Selection, selectionOf } from './selection.ts';

/** Builder of the fields of an input. */
export type InputFields = PothosSchemaTypes.InputFieldBuilder<BuilderTypes, 'InputObject'>;
/** Builder of the fields of a payload. */
export type PayloadFields<Result> = PothosSchemaTypes.ObjectFieldBuilder<BuilderTypes, Result>;

/** One mutation of the API. */
export interface MutationDeclaration<Fields extends InputFieldMap, Result> {
  readonly description: string;
  /** `needs(…)` or `needsScope(…)`, and further declarations of the field. */
  readonly extensions: Readonly<Record<string, unknown>>;
  /** Fields of `VerbNounInput`; absent for a mutation without input. */
  readonly input?: (t: InputFields) => Fields;
  readonly resolve: (
    input: InputShapeFromFields<Fields>,
    context: RequestContext,
    info: GraphQLResolveInfo,
  ) => Result | Promise<Result>;
  /** Fields of `VerbNounPayload`: the changed record, and other changes. */
  readonly payload: (t: PayloadFields<Result>) => FieldMap;
}

/** Adds `verbNoun(input: VerbNounInput!): VerbNounPayload!`. */
export function addMutation<Result extends object, const Fields extends InputFieldMap = Record<never, never>>(
  builder: Builder,
  name: string,
  { description, extensions, input, resolve, payload }: MutationDeclaration<Fields, Result>,
): void {
  const typeName = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const answer: ObjectRef<BuilderTypes, object> = builder.objectRef<Result>(`${typeName}Payload`).implement({
    description: `Answer of \`${name}\`.`,
    extensions: extensions['scope'] === undefined ? {} : IN_PUBLIC,
    fields: payload,
  });
  const given = input && builder.inputType(`${typeName}Input`, { description: `Input of \`${name}\`.`, fields: input });
  builder.mutationField(name, (t) =>
    t.field({
      type: answer,
      description,
      extensions,
      args:
        given === undefined
          ? {}
          : { input: t.arg({ type: given, required: true, description: 'Parameters of the mutation.' }) },
      resolve: (_root, args, context, info) =>
        resolve(
          (args as { input?: InputShapeFromFields<Fields> }).input as InputShapeFromFields<Fields>,
          context,
          info,
        ),
    }),
  );
}

/** A mutation of the record that its input names by `id`. */
export interface ChangeDeclaration<Fields extends InputFieldMap>
  extends Omit<MutationDeclaration<Fields, { readonly id: string }>, 'resolve'> {
  readonly change: (input: InputShapeFromFields<Fields>, context: RequestContext) => Promise<unknown>;
}

/** Adds a mutation of one record, whose payload reads it again. */
export function addChange<const Fields extends InputFieldMap & { readonly id: InputFieldRef<BuilderTypes, string> }>(
  builder: Builder,
  name: string,
  { change, ...declaration }: ChangeDeclaration<Fields>,
): void {
  addMutation(builder, name, {
    ...declaration,
    resolve: async (input, context) => {
      await change(input, context);
      return input as { readonly id: string };
    },
  });
}

/** Payload fields of a mutation whose resolver returns the id of a record. */
export type RecordPayload = (t: PayloadFields<{ readonly id: string }>) => FieldMap;

/** Payload fields of a mutation that returns one record, which is loaded again: its resolver returns the id. */
export function recordPayload<Row extends object>(
  field: string,
  type: ObjectRef<BuilderTypes, Row>,
  read: (context: RequestContext, id: string, selection: Selection) => Promise<Row>,
): RecordPayload {
  const record: ObjectRef<BuilderTypes, object> = type;
  return (t) => ({
    [field]: t.field({
      type: record,
      description: 'The record after the change.',
      resolve: ({ id }, _args, context, info) => read(context, id, selectionOf(info)),
    }),
  });
}

/** The record that a mutation changes, and the version that the caller has read. */
export function expectedRecord(t: InputFields, noun: string) {
  return {
    id: t.id({ required: true, description: `The ${noun} to change.` }),
    expectedVersion: t.int({
      required: true,
      description: 'Its `version` as last read; `record.conflict` if it has changed since.',
    }),
  };
}

/** Reason of a change, stored in the audit trail. */
export function auditReason<const Required extends boolean = false>(t: InputFields, required?: Required) {
  return t.string({ required: (required ?? false) as Required, description: 'Why; kept in the audit trail.' });
}
