import { JOB_LIMITS } from '@backcounter/domain';
import type { InputRef, ObjectRef } from '@pothos/core';
import type { Builder, BuilderTypes } from '../../graphql/schema/builder.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import type { FilterInput } from '../../listing/list-filter.ts';
import type { JobTypes } from '../job-types.graphql.ts';
import type { BulkPreview, PreviewGroup } from './bulk-preview.ts';

/** Adds `<Noun>Selection`: the records of a bulk action. */
export function addBulkSelection(builder: Builder, noun: string, filter: InputRef<FilterInput>) {
  const records = `${noun.toLowerCase()}s`;
  return builder.inputType(`${noun}Selection`, {
    description: `${noun}s picked by id (\`ids\`, at most ${JOB_LIMITS.selectionIdsMax}), or all that filter and search match except \`exclusions\` (at most ${JOB_LIMITS.selectionExclusionsMax}).`,
    fields: (t) => ({
      filter: t.field({ type: filter, description: `Filter of the list of ${records}; not with \`ids\`.` }),
      search: t.string({ description: `Search of the list of ${records}; not with \`ids\`.` }),
      ids: t.idList({ description: `The selected ${records}.` }),
      exclusions: t.idList({ description: `The ${records} to exclude from what filter and search match.` }),
      upTo: t.field({
        type: 'DateTime',
        description: `Excludes ${records} created later; as returned by the dry run.`,
      }),
    }),
  });
}

/** Adds `<Noun>BulkPreview` and its groups: the result of a dry run. */
export function addBulkPreview<Sample>(
  builder: Builder,
  jobs: JobTypes,
  noun: string,
  sample: ObjectRef<BuilderTypes, Sample>,
) {
  const records = `${noun.toLowerCase()}s`;
  const group = builder.objectRef<PreviewGroup<Sample>>(`${noun}BulkGroup`).implement({
    description: `How many ${records} would have the same outcome for the same reason.`,
    fields: (t) => ({
      outcome: t.expose('outcome', { type: jobs.outcome, description: 'Their expected outcome.' }),
      reason: t.exposeString('reason', orNull('Why, such as `already-suspended`; null for DONE.')),
      count: t.expose('count', { type: 'SafeInt', description: `Number of ${records}.` }),
      samples: t.field({ type: [sample], description: 'Some of them.', resolve: ({ samples }) => [...samples] }),
    }),
  });
  return builder.objectRef<BulkPreview<Sample>>(`${noun}BulkPreview`).implement({
    description: 'Preview of a bulk action; nothing was changed.',
    fields: (t) => ({
      upTo: t.expose('upTo', {
        type: 'DateTime',
        description: `Pass it in the selection when starting the action, to exclude ${records} created later.`,
      }),
      kind: t.expose('kind', { type: jobs.previewKind, description: 'How exact the numbers are.' }),
      total: t.expose('total', { type: 'SafeInt', description: `Number of ${records} checked.` }),
      groups: t.field({ type: [group], description: 'By outcome and reason.', resolve: ({ groups }) => [...groups] }),
    }),
  });
}
