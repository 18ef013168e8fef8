import { fieldsInvalid } from '../crud/field-input.ts';
import { NEVER_STORED } from '../graphql/repeated-mutation.ts';
import type { RequestContext } from '../graphql/request-context.ts';
import type { Builder } from '../graphql/schema/builder.ts';

/** A segment that a record uses, with its rule, by which callers may see its name or not. */
export interface SegmentRef {
  readonly id: string;
  readonly name: string;
  readonly rule: unknown;
}

declare module '../graphql/schema/builder.ts' {
  interface NamedObjects {
    SegmentRef: SegmentRef;
  }
}

/** SQL of the segment whose id a column of `r` holds, for `SegmentRef`. */
export const SEGMENT_REF = `(select jsonb_build_object('id', s.id, 'name', s.name, 'rule', s.rule) from segment s where s.id = r.segment_id)`;

/** Adds the type of a record's segment. */
export function addSegmentRef(builder: Builder): void {
  builder.objectType('SegmentRef', {
    description: 'A segment of accounts that a record uses.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      name: t.string({
        nullable: true,
        description: 'Its name; null if it has a clause that the caller may not use.',
        extensions: NEVER_STORED,
        resolve: ({ name, rule }, _args, { caller, services }) =>
          services.segments.mayUse(rule, caller) ? name : null,
      }),
    }),
  });
}

/**
 * Checks the segment that a record is to use; null: none.
 * @throws AppError `field.invalid` for an archived one, or one hidden from the caller
 */
export async function checkSegment(context: RequestContext, id: string | null | undefined): Promise<void> {
  if (id == null) return;
  const segment = await context.services.segments.read(context, id);
  if (segment === null || segment.isArchived)
    throw fieldsInvalid({ segmentId: [{ rule: segment === null ? 'unknown' : 'not-in-use' }] });
}
