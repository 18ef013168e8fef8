import type { BuilderTypes, StaffRef } from './builder.ts';

/** What every record that people change has. */
interface Stamped {
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly updatedBySub: string | null;
  readonly updatedByName: string | null;
  readonly version: number;
}

type Fields<Row> = PothosSchemaTypes.ObjectFieldBuilder<BuilderTypes, Row>;

/** `createdAt`, `updatedAt`, `updatedBy` and `version`. */
export function stampFields<Row extends Stamped>(of: Fields<Row>) {
  const t = of as unknown as Fields<Stamped>;
  return {
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    updatedBy: t.field({
      type: 'StaffRef',
      nullable: true,
      description: 'Who last changed it; null: the product itself.',
      resolve: ({ updatedBySub: sub, updatedByName: name }): StaffRef | null =>
        sub === null ? null : { sub, name: name ?? sub },
    }),
    version: t.exposeInt('version', { description: 'Grows with each change.' }),
  };
}
