import { segmentRecord } from '@backcounter/domain';
import { parseFields } from '../../../crud/field-input.ts';
import { addArchive, addCreate, addUpdate } from '../../../crud/mutation.graphql.ts';
import { addEntity, archivedAt, type EntityTypes } from '../../../crud/record.graphql.ts';
import { needs } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { checkRule, segment } from './segment.entity.ts';
import { countSegment, type SegmentCounts } from './segment-counts.ts';

/** Segments: list, record, changes, and counts of a rule. */
export function addSegment(builder: Builder, shared: EntityTypes): void {
  const refs = addEntity(builder, shared, segment, { one: 'segment', many: 'segments' }, (t) => ({
    archivedAt: archivedAt(t),
  }));
  addCreate(builder, segment, 'Segment', refs);
  addUpdate(builder, segment, 'Segment', refs);
  addArchive(builder, segment, 'Segment', refs);
  const { listCount } = shared.list;
  const counts = builder.objectRef<SegmentCounts>('SegmentCounts').implement({
    description: 'How many accounts a rule has. Counts are exact if that takes at most 2 s.',
    fields: (t) => ({
      accounts: t.expose('accounts', { type: listCount, description: 'All accounts.' }),
      members: t.expose('members', { type: listCount, description: 'Accounts that match the rule now.' }),
      steps: t.field({
        type: [listCount],
        description: 'Accounts after each part of the outermost `all` or `any`, in order.',
        resolve: ({ steps }) => [...steps],
      }),
    }),
  });
  builder.queryField('segmentCounts', (t) =>
    t.field({
      type: counts,
      description: 'Counts a rule, saved or not. Each clause needs its own permission.',
      extensions: needs(segment.permissions.read),
      args: { rule: t.arg({ type: 'JSON', required: true, description: 'A rule, as in `Segment.rule`.' }) },
      resolve: (_root, args, context) => {
        const { rule } = parseFields(RULE, args);
        checkRule(rule, context);
        return countSegment(context, rule);
      },
    }),
  );
}

const RULE = segmentRecord.whole.pick({ rule: true });
