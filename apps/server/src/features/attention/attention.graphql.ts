import type { EnumRef } from '@pothos/core';
import type {
  AttentionItem,
  AttentionNames,
  AttentionSource,
  AttentionSubject,
} from '../../attention/attention-source.ts';
import type { ChangeSource } from '../../attention/change-source.ts';
import { type Attention, type AttentionKindCount, readAttention } from '../../attention/read-attention.ts';
import { needs } from '../../graphql/authorise.ts';
import { checkPageSize } from '../../graphql/documents/document-limits.ts';
import type { Builder, BuilderTypes } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import { selectionOf } from '../../graphql/schema/selection.ts';
import { findJob } from '../../jobs/job-record.ts';
import type { JobTypes } from '../../jobs/job-types.graphql.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { attentionChanges } from './attention-changes.ts';
import {
  ATTENTION_ACTION_TEXTS,
  ATTENTION_KIND_TEXTS,
  ATTENTION_LIMIT_TEXTS,
  ATTENTION_SCOPE_TEXTS,
  ATTENTION_SEVERITY_TEXTS,
  ATTENTION_SOURCE_TEXTS,
  ATTENTION_SUBJECT_TEXTS,
} from './attention-texts.ts';
import { addLook } from './look.graphql.ts';

interface Page extends Attention {
  readonly first: number;
}

/** Items that need attention, from the sources of all features, and the stream of their changes. */
export function addAttention(
  builder: Builder,
  list: ListTypes,
  jobs: JobTypes,
  sources: readonly AttentionSource[],
  changes: readonly ChangeSource[],
): void {
  const kind = addEnum(builder, 'AttentionKind', 'Kinds of items that need attention.', ATTENTION_KIND_TEXTS);
  const scope = addEnum(builder, 'AttentionScope', 'Whose items are listed.', ATTENTION_SCOPE_TEXTS);
  const source = addEnum(builder, 'AttentionSource', 'Sources of items that need attention.', ATTENTION_SOURCE_TEXTS);
  const item = addItem(builder, jobs, kind);
  const kindCount = builder.objectRef<AttentionKindCount>('AttentionKindCount').implement({
    description: 'Number of items of one kind that need attention.',
    fields: (t) => ({
      kind: t.expose('kind', { type: kind, description: 'Kind of item.' }),
      count: t.exposeInt('count', { description: 'How many.' }),
      hasMore: t.exposeBoolean('hasMore', { description: 'Whether there are more than were counted.' }),
    }),
  });
  const attention = builder.objectRef<Page>('Attention').implement({
    description: 'Items that need attention.',
    fields: (t) => ({
      items: t.field({
        type: [item],
        description: 'Most severe first, then newest first.',
        resolve: ({ items, first }) => items.slice(0, first),
      }),
      count: t.int({ description: 'Total number of items.', resolve: ({ items }) => items.length }),
      hasMore: t.boolean({
        description: 'Whether there are more than were counted.',
        resolve: ({ kinds }) => kinds.some(({ hasMore }) => hasMore),
      }),
      kinds: t.field({
        type: [kindCount],
        description: 'Number of items by kind.',
        resolve: ({ kinds }) => [...kinds],
      }),
      failed: t.field({
        type: [source],
        description: 'Sources that are currently unavailable.',
        resolve: ({ failed }) => [...failed],
      }),
    }),
  });
  builder.queryField('attention', (t) =>
    t.field({
      type: attention,
      description:
        'Items that need attention, limited to those that the caller may read. A source that fails or times out is named and does not affect the others.',
      extensions: needs('attention.read'),
      args: {
        scope: t.arg({ type: scope, required: true, description: 'Whose matters.' }),
        first: t.arg.int({ required: true, description: 'Number of items to return.' }),
      },
      resolve: async (_root, args, context) => ({
        first: checkPageSize(args.first),
        ...(await readAttention(sources, context, args.scope)),
      }),
    }),
  );
  builder.subscriptionField('attentionChanged', (t) =>
    t.field({
      type: 'DateTime',
      description:
        'Instants at which the items that need attention changed, since the stream began; at most one every 2 s.',
      extensions: needs('attention.read'),
      args: { scope: t.arg({ type: scope, required: true, description: 'Whose matters.' }) },
      subscribe: (_root, args, context) => attentionChanges(sources, context, args.scope),
      resolve: (at) => at,
    }),
  );
  addLook(builder, list, changes);
}

function addItem(builder: Builder, jobs: JobTypes, kind: EnumRef<BuilderTypes, AttentionNames['kind']>) {
  const severity = addEnum(builder, 'AttentionSeverity', 'How urgent an item is.', ATTENTION_SEVERITY_TEXTS);
  const action = addEnum(builder, 'AttentionAction', 'Next steps.', ATTENTION_ACTION_TEXTS);
  const subjectType = addEnum(builder, 'AttentionSubjectType', 'Kind of record.', ATTENTION_SUBJECT_TEXTS);
  const limitKind = addEnum(builder, 'AttentionLimitKind', 'Kinds of limit.', ATTENTION_LIMIT_TEXTS);
  const subject = builder.objectRef<AttentionSubject>('AttentionSubject').implement({
    description: 'The record that an item is about.',
    fields: (t) => ({
      type: t.expose('type', { type: subjectType, description: 'Kind of record.' }),
      id: t.exposeID('id', { description: 'Its id.' }),
      code: t.exposeString('code', orNull('Its code; null without one.')),
      title: t.exposeString('title', orNull('Its title; null where it has none, or has it by language.')),
      titleI18n: t.expose(
        'titleI18n',
        orNull('Its title, by language; null where it has none by language.', 'LocalizedText'),
      ),
    }),
  });
  return builder.objectRef<AttentionItem>('AttentionItem').implement({
    description: 'An item that needs attention. Facts that do not apply to its kind are null.',
    fields: (t) => ({
      key: t.string({
        description: 'Stable id: the same for the same item at any time.',
        resolve: ({ kind: of, subject: about }) => `${of}:${about?.id ?? ''}`,
      }),
      kind: t.expose('kind', { type: kind, description: 'Kind of item.' }),
      severity: t.expose('severity', { type: severity, description: 'How urgent it is.' }),
      since: t.expose('since', { type: 'DateTime', description: 'Start of the problem.' }),
      subject: t.expose('subject', orNull('The record that it is about; null without one.', subject)),
      action: t.expose('action', { type: action, description: 'Next step that the caller may take.' }),
      count: t.field({
        type: 'SafeInt',
        nullable: true,
        description:
          'Number of winners, prizes, faults or wallets, or the amount shown to a staff member within 24 hours.',
        resolve: ({ facts }) => facts.count ?? null,
      }),
      usual: t.field({
        type: 'SafeInt',
        nullable: true,
        description: 'Usual value of `count`: the median of the 14 days before.',
        resolve: ({ facts }) => facts.usual ?? null,
      }),
      names: t.stringList({
        description: 'Names of further records that it is about.',
        resolve: ({ facts }) => [...(facts.names ?? [])],
      }),
      dueAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When it ends, begins or should have happened.',
        resolve: ({ facts }) => (facts.dueAt == null ? null : new Date(facts.dueAt)),
      }),
      percent: t.int({
        nullable: true,
        description: 'Share of the limit that is used, for the limit that is closer to exhaustion.',
        resolve: ({ facts }) => facts.percent ?? null,
      }),
      limitKind: t.field({
        type: limitKind,
        nullable: true,
        description: 'Kind of limit.',
        resolve: ({ facts }) => facts.limitKind ?? null,
      }),
      used: t.field({
        type: 'SafeInt',
        nullable: true,
        description: 'Amount used: minor units of a budget, uses, or recipients of a notification.',
        resolve: ({ facts }) => facts.used ?? null,
      }),
      limit: t.field({
        type: 'SafeInt',
        nullable: true,
        description: 'Amount allowed, in the unit of `used`.',
        resolve: ({ facts }) => facts.limit ?? null,
      }),
      currency: t.string({
        nullable: true,
        description: 'Currency of a budget, ISO 4217.',
        resolve: ({ facts }) => facts.currency ?? null,
      }),
      hoursLeft: t.float({
        nullable: true,
        description:
          'Hours until the limit is reached at the pace since the start of yesterday; null: not before the end, or unknown.',
        resolve: ({ facts }) => facts.hoursLeft ?? null,
      }),
      errorCode: t.string({
        nullable: true,
        description: 'Why a job failed.',
        resolve: ({ facts }) => facts.errorCode ?? null,
      }),
      reason: t.string({
        nullable: true,
        description: 'Reason given for its state.',
        resolve: ({ facts }) => facts.reason ?? null,
      }),
      job: t.field({
        type: jobs.job,
        nullable: true,
        description: 'The job that it is about; null without one.',
        resolve: ({ subject: about }, _args, context, info) =>
          about?.type === 'JOB' ? findJob(context, about.id, selectionOf(info)) : null,
      }),
    }),
  });
}
