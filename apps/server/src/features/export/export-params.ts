import { EXPORT_FORMATS, EXPORT_LIMITS, EXPORT_READS } from '@backcounter/domain';
import { z } from 'zod';
import { frozenSelection } from '../../listing/selection.ts';

/** Rows, columns and format of an export. */
export const exportParams = z.strictObject({
  list: z.string(),
  format: z.enum(EXPORT_FORMATS),
  columns: z
    .array(z.strictObject({ key: z.string(), heading: z.string().max(EXPORT_LIMITS.headingMaxLength) }))
    .min(1)
    .max(EXPORT_LIMITS.columnsMax),
  selection: frozenSelection,
  sort: z.strictObject({ key: z.string(), direction: z.enum(['ASC', 'DESC']) }),
  /** Language of names. */
  locale: z.string(),
  /** Time zone of instants, checked when the job was started. */
  timeZone: z.string(),
  /** Further permissions for its columns, if a machine client started it. */
  reads: z.array(z.enum(EXPORT_READS)).optional(),
});
/** Rows, columns and format of an export. */
export type ExportParams = z.infer<typeof exportParams>;
