import { JOB_LIMITS } from '@backcounter/domain';
import type { InputRef, ObjectRef } from '@pothos/core';
import type { Builder, BuilderTypes } from '../graphql/builder.ts';
import type { FilterInput } from '../listing/list-filter.ts';
import type { BulkPreview, PreviewGroup } from './bulk-preview.ts';
import type { JobTypes } from './job.graphql.ts';

/** Type `<Noun>Selection`: records that a bulk action is about. */
export function addBulkSelection(builder: Builder, noun: string, filter: InputRef<FilterInput>) {
  const records = `${noun.toLowerCase()}s`;
  return builder.inputType(`${noun}Selection`, {
    description: `${noun}s picked by hand (\`ids\`, at most ${JOB_LIMITS.selectionIdsMax}), or all that filter and search match except \`exclusions\` (at most ${JOB_LIMITS.selectionExclusionsMax}).`,
    fields: (t) => ({
      filter: t.field({ type: filter }),
      search: t.string(),
      ids: t.idList(),
      exclusions: t.idList(),
      upTo: t.field({ type: 'DateTime', description: `Later ${records} are not meant; as the dry run answered it.` }),
    }),
  });
}

/** Type `<Noun>BulkPreview` and its groups: what a dry run answers with. */
export function addBulkPreview<Sample>(
  builder: Builder,
  jobs: JobTypes,
  noun: string,
  sample: ObjectRef<BuilderTypes, Sample>,
) {
  const group = builder.objectRef<PreviewGroup<Sample>>(`${noun}BulkGroup`).implement({
    fields: (t) => ({
      outcome: t.expose('outcome', { type: jobs.outcome }),
      reason: t.exposeString('reason', { nullable: true }),
      count: t.expose('count', { type: 'SafeInt' }),
      samples: t.field({ type: [sample], resolve: ({ samples }) => [...samples] }),
    }),
  });
  return builder.objectRef<BulkPreview<Sample>>(`${noun}BulkPreview`).implement({
    fields: (t) => ({
      upTo: t.expose('upTo', { type: 'DateTime' }),
      kind: t.expose('kind', { type: jobs.previewKind }),
      total: t.expose('total', { type: 'SafeInt' }),
      groups: t.field({ type: [group], resolve: ({ groups }) => [...groups] }),
    }),
  });
}
