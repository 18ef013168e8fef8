import { type SegmentRule, segmentRecord } from '@backcounter/domain';
import { parseFields } from '../../../crud/field-input.ts';
import { addArchive, addCreate, addUpdate } from '../../../crud/mutation.graphql.ts';
import { peekRecord } from '../../../crud/read-record.ts';
import { addEntity, archivedAt, type EntityTypes } from '../../../crud/record.graphql.ts';
import { needs } from '../../../graphql/authorise.ts';
import { type RequestContext, readingContext, requirePermission } from '../../../graphql/request-context.ts';
import type { Builder, BuilderTypes } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { SqlValues } from '../../../listing/list-definition.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';
import { accountList } from '../account.list.ts';
import { checkRule, segment } from './segment.entity.ts';
import { visibleSegments } from './segment-access.ts';
import { countMembers, countSegment, type GroupCounts, type SegmentCounts } from './segment-counts.ts';
import { readSegmentDays, type SegmentDay } from './segment-days.ts';
import { REACH, type ReachCount, readReach, type SegmentReach } from './segment-reach.ts';

/** Segments: list, record, changes, and counts of a rule. */
export function addSegment(builder: Builder, shared: EntityTypes): void {
  const refs = addEntity(builder, shared, segment, { one: 'segment', many: 'segments' }, (t) => ({
    archivedAt: archivedAt(t),
    members: t.int({
      nullable: true,
      description: 'Members at the last daily count; null before the first.',
      resolve: ({ members }) => members as number | null,
    }),
  }));
  addCreate(builder, segment, 'Segment', refs);
  addUpdate(builder, segment, 'Segment', refs);
  addArchive(builder, segment, 'Segment', refs);
  addInsights(builder);
  addOverlaps(builder);
  const { listCount } = shared.list;
  const groupCounts = builder.objectRef<GroupCounts>('SegmentGroupCounts').implement({
    description: 'Accounts after each part of a group inside a rule.',
    fields: (t) => ({
      path: t.field({
        type: ['Int'],
        description: 'Indexes of parts, from the outermost `all` or `any` to the group.',
        resolve: ({ path }) => [...path],
      }),
      steps: t.field({
        type: [listCount],
        description: 'Accounts after each part, among those of the parts before the group.',
        resolve: ({ steps }) => [...steps],
      }),
    }),
  });
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
      groups: t.field({
        type: [groupCounts],
        description: 'The same of the groups inside, except negated ones.',
        resolve: ({ groups }) => [...groups],
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

/** Queries of a segment's page besides its counts: days and reach. */
function addInsights(builder: Builder): void {
  const day = builder.objectRef<SegmentDay>('SegmentDay').implement({
    description: 'Members of a segment on one day.',
    fields: (t) => ({
      day: t.expose('day', { type: 'Date', description: 'Which day, in UTC.' }),
      members: t.exposeInt('members', { description: 'Members at the count of that day.' }),
      entered: t.exposeInt('entered', { description: 'Members who were none at the count before.' }),
      left: t.exposeInt('left', { description: 'Members of the count before who are none.' }),
    }),
  });
  const byId = (t: Pick<PothosSchemaTypes.QueryFieldBuilder<BuilderTypes, object>, 'arg'>) => ({
    id: t.arg.id({ required: true, description: 'Id of the segment.' }),
  });
  builder.queryField('segmentDays', (t) =>
    t.field({
      type: [day],
      description: 'Members of a segment on the last 90 days, the oldest first. They are counted once a day.',
      extensions: needs(segment.permissions.read),
      args: byId(t),
      resolve: async (_root, { id }, context) => readSegmentDays(context, (await peekRecord(context, segment, id)).id),
    }),
  );
  const reason = addEnum(builder, 'SegmentReachReason', 'Whether marketing reaches a member by push.', REACH);
  const count = builder.objectRef<ReachCount>('SegmentReachCount').implement({
    description: 'How many members marketing reaches by push, or the first reason why not.',
    fields: (t) => ({
      reason: t.expose('reason', { type: reason, description: 'Whether it reaches them.' }),
      count: t.exposeInt('count', { description: 'How many.' }),
    }),
  });
  const reach = builder.objectRef<SegmentReach>('SegmentReach').implement({
    description: 'Members of a segment by whether marketing reaches them by push.',
    fields: (t) => ({
      isExact: t.exposeBoolean('isExact', { description: 'False: estimated from a sample.' }),
      reasons: t.field({ type: [count], description: 'Counts by reason.', resolve: ({ reasons }) => [...reasons] }),
    }),
  });
  builder.queryField('segmentReach', (t) =>
    t.field({
      type: reach,
      description: 'Members of a segment or rule by reach; the counts add up. Subscriptions depend on the topic.',
      extensions: needs(segment.permissions.read),
      args: {
        id: t.arg.id({ description: 'Id of the segment; required without a rule.' }),
        rule: t.arg({ type: 'JSON', description: 'A rule, saved or not, instead of a segment.' }),
      },
      resolve: async (_root, { id, rule: given }, context) => {
        requirePermission(context.caller, 'notification.read');
        if (given != null) {
          const { rule } = parseFields(RULE, { rule: given });
          checkRule(rule, context);
          return readReach(context, rule, await countMembers(context, rule));
        }
        const { rule, members } = await peekRecord(context, segment, id ?? '');
        return readReach(context, rule as SegmentRule, members as number | null);
      },
    }),
  );
}

/** Other segments with the same members. */
function addOverlaps(builder: Builder): void {
  const overlap = builder.objectRef<SegmentOverlap>('SegmentOverlap').implement({
    description: 'Another segment that has members in common.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the other segment.' }),
      name: t.exposeString('name', { description: 'Its name.' }),
      members: t.exposeInt('members', { description: 'Members of both.' }),
    }),
  });
  const overlaps = builder.objectRef<SegmentOverlaps>('SegmentOverlaps').implement({
    description: 'Other segments with members in common, at the last daily counts.',
    fields: (t) => ({
      isExact: t.exposeBoolean('isExact', { description: 'False: estimated from a sample of members.' }),
      segments: t.field({
        type: [overlap],
        description: 'Up to five, those with the most first.',
        resolve: ({ segments }) => [...segments],
      }),
    }),
  });
  builder.queryField('segmentOverlaps', (t) =>
    t.field({
      type: overlaps,
      description: 'Other segments in use that have members in common with one.',
      extensions: needs(segment.permissions.read),
      args: { id: t.arg.id({ required: true, description: 'Id of the segment.' }) },
      resolve: async (_root, { id }, context) => {
        const { id: found, members } = await peekRecord(context, segment, id);
        return readOverlaps(context, found, members as number | null);
      },
    }),
  );
}

const RULE = segmentRecord.whole.pick({ rule: true });

/** Another segment, and members in both. */
interface SegmentOverlap {
  readonly id: string;
  readonly name: string;
  readonly members: number;
}

/** The segments that have the most members in common with one. */
interface SegmentOverlaps {
  /** False: estimated from every n-th member. */
  readonly isExact: boolean;
  readonly segments: readonly SegmentOverlap[];
}

/** About so many members are looked up in each of so many other segments, those changed last. */
const SAMPLE_MAX = 5_000;
const OTHERS_MAX = 100;
const SHOWN = 5;

/** Up to five other segments in use with common members, by the last daily counts, the largest first. */
async function readOverlaps(request: RequestContext, id: string, members: number | null): Promise<SegmentOverlaps> {
  const { sql, signal, caller } = await readingContext(request);
  const values = new SqlValues();
  const self = `${values.add(id)}::uuid`;
  const step = Math.max(1, Math.ceil((members ?? 0) / SAMPLE_MAX));
  const visible = visibleSegments(accountList, caller);
  const rows = await sql.rows<SegmentOverlap>(
    statementFor(`with mine as materialized (select m.account_id from segment_member m
          where m.segment_id = ${self} and mod(uuid_hash_extended(m.account_id, 0), ${values.add(step)}::int) = 0),
        others as materialized (select r.id, r.name from segment r where r.id <> ${self} and r.archived_at is null
          ${visible === null ? '' : `and ${visible.condition(values)}`} order by r.updated_at desc limit ${OTHERS_MAX})
      select o.id, o.name, common.members from others o,
        lateral (select count(*)::int as members from mine join segment_member x on x.segment_id = o.id and x.account_id = mine.account_id) as common
      where common.members > 0 order by common.members desc, o.name limit ${SHOWN}`),
    values.list,
    { signal, timeoutMs: LIST_TIMEOUT_MS, isCostly: true },
  );
  return {
    isExact: step === 1,
    segments: rows.map((row) => ({ ...row, members: Math.min(row.members * step, members ?? row.members) })),
  };
}
