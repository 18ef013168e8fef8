import type { Permission } from '@backcounter/domain';
import type { ObjectRef } from '@pothos/core';
import { needs } from '../authorise.ts';
import type { RequestContext } from '../request-context.ts';
import type { Builder, BuilderTypes } from './builder.ts';
import { type Selection, selectionOf } from './selection.ts';

/** The query of one record by its id. */
export interface RecordQuery<Row extends object> {
  readonly type: ObjectRef<BuilderTypes, Row>;
  readonly description: string;
  readonly permission: Permission;
  /** Description of the id. */
  readonly id: string;
  readonly read: (context: RequestContext, id: string, selection: Selection) => Promise<Row | null>;
}

/** Adds `name(id: ID!)`. */
export function addRecordQuery<Row extends object>(builder: Builder, name: string, query: RecordQuery<Row>): void {
  const type: ObjectRef<BuilderTypes, object> = query.type;
  builder.queryField(name, (t) =>
    t.field({
      type,
      nullable: true,
      description: query.description,
      extensions: needs(query.permission),
      args: { id: t.arg.id({ required: true, description: query.id }) },
      resolve: (_root, { id }, context, info) => query.read(context, id, selectionOf(info)),
    }),
  );
}
