import type { FieldMap } from '@pothos/core';
import type { BuilderTypes, StaffRef } from './builder.ts';

type Fields<Row> = PothosSchemaTypes.ObjectFieldBuilder<BuilderTypes, Row>;

/** Fields of several types, whose rows have the members of `Shape`. */
export function sharedFields<Shape extends object>(make: (t: Fields<Shape>) => FieldMap) {
  return <Row extends Shape>(t: Fields<Row>): FieldMap => make(t as unknown as Fields<Shape>);
}

/** Members of every record that people change. */
export interface Stamped {
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly updatedBySub: string | null;
  readonly updatedByName: string | null;
  readonly version: number;
}

/** `createdAt`, `updatedAt`, `updatedBy` and `version`. */
export const stampFields = sharedFields<Stamped>((t) => ({
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
  updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  updatedBy: t.field({
    type: 'StaffRef',
    nullable: true,
    description: 'Author of the last change; null: the product itself.',
    resolve: ({ updatedBySub: sub, updatedByName: name }): StaffRef | null =>
      sub === null ? null : { sub, name: name ?? sub },
  }),
  version: t.exposeInt('version', { description: 'Grows with each change.' }),
}));
