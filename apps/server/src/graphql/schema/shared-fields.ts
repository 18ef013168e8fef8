import type { FieldMap } from '@pothos/core';
import type { BuilderTypes, StaffRef } from './builder.ts';

type Fields<Row> = PothosSchemaTypes.ObjectFieldBuilder<BuilderTypes, Row>;

/** Fields of several types, whose rows have the members of `Shape`. */
export function sharedFields<Shape extends object>(make: (t: Fields<Shape>) => FieldMap) {
  return <Row extends Shape>(t: Fields<Row>): FieldMap => make(t as unknown as Fields<Shape>);
}

/** The person in `{name}Sub` and `{name}Name` of a row; null without one. */
export function staffField<Row, const Name extends string>(
  t: Fields<Row>,
  name: `${Name}Sub` extends keyof Row ? Name : never,
  description: string,
  extensions: Readonly<Record<string, unknown>> = {},
) {
  return t.field({
    type: 'StaffRef',
    nullable: true,
    description,
    extensions,
    resolve: (row): StaffRef | null => {
      const { [`${name}Sub`]: sub, [`${name}Name`]: known } = row as Readonly<Record<string, string | null>>;
      return sub == null ? null : { sub, name: known ?? sub };
    },
  });
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
  updatedBy: staffField(t, 'updatedBy', 'Author of the last change; null: the product itself.'),
  version: t.exposeInt('version', { description: 'Grows with each change.' }),
}));
