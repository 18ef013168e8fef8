import {
  ATTENTION_ACTIONS,
  ATTENTION_KINDS,
  ATTENTION_LIMITS,
  ATTENTION_SCOPES,
  ATTENTION_SEVERITIES,
  ATTENTION_SOURCES,
  ATTENTION_SUBJECTS,
  type AttentionItem,
  type AttentionSource,
  type AttentionSubject,
} from '../../attention/attention-source.ts';
import type { ChangeSource } from '../../attention/change-source.ts';
import { type Attention, type AttentionKindCount, readAttention } from '../../attention/read-attention.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { checkPageSize } from '../../graphql/document-limits.ts';
import { selectionOf } from '../../graphql/selection.ts';
import type { JobTypes } from '../../jobs/job.graphql.ts';
import { findJob } from '../../jobs/job-record.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { attentionChanges } from './attention-changes.ts';
import { addLook } from './look.graphql.ts';

interface Page extends Attention {
  readonly first: number;
}

/** What needs somebody, as all features tell it; and what has changed since a person last looked. */
export function addAttention(
  builder: Builder,
  list: ListTypes,
  jobs: JobTypes,
  sources: readonly AttentionSource[],
  changes: readonly ChangeSource[],
): void {
  const kind = builder.enumType('AttentionKind', { values: ATTENTION_KINDS });
  const scope = builder.enumType('AttentionScope', {
    description: 'MINE: what the caller can do something about. PROBLEMS: what is wrong, whoever’s it is.',
    values: ATTENTION_SCOPES,
  });
  const source = builder.enumType('AttentionSource', { values: ATTENTION_SOURCES });
  const item = addItem(builder, jobs, kind);
  const kindCount = builder.objectRef<AttentionKindCount>('AttentionKindCount').implement({
    fields: (t) => ({
      kind: t.expose('kind', { type: kind }),
      count: t.exposeInt('count'),
      hasMore: t.exposeBoolean('hasMore', { description: 'There are more than were counted.' }),
    }),
  });
  const attention = builder.objectRef<Page>('Attention').implement({
    fields: (t) => ({
      items: t.field({
        type: [item],
        description: 'The worst first, and of equal ones the newest.',
        resolve: ({ items, first }) => items.slice(0, first),
      }),
      count: t.int({ description: 'Of all of them.', resolve: ({ items }) => items.length }),
      hasMore: t.boolean({
        description: 'There are more than were counted.',
        resolve: ({ kinds }) => kinds.some(({ hasMore }) => hasMore),
      }),
      kinds: t.field({ type: [kindCount], resolve: ({ kinds }) => [...kinds] }),
      failed: t.field({
        type: [source],
        description: 'Sources that could not tell at this moment.',
        resolve: ({ failed }) => [...failed],
      }),
    }),
  });
  builder.queryField('attention', (t) =>
    t.field({
      type: attention,
      description:
        'What needs somebody, as far as the caller may read it. A source that fails or is late is named and hides nothing else.',
      extensions: needs('attention.read'),
      args: { scope: t.arg({ type: scope, required: true }), first: t.arg.int({ required: true }) },
      resolve: async (_root, args, context) => ({
        first: checkPageSize(args.first),
        ...(await readAttention(sources, context, args.scope)),
      }),
    }),
  );
  builder.subscriptionField('attentionChanged', (t) =>
    t.field({
      type: 'DateTime',
      description: 'When what needs somebody has changed since the stream began, at most every two seconds.',
      extensions: needs('attention.read'),
      args: { scope: t.arg({ type: scope, required: true }) },
      subscribe: (_root, args, context) => attentionChanges(sources, context, args.scope),
      resolve: (at) => at,
    }),
  );
  addLook(builder, list, changes);
}

function addItem(
  builder: Builder,
  jobs: JobTypes,
  kind: ReturnType<typeof builder.enumType<(typeof ATTENTION_KINDS)[number], typeof ATTENTION_KINDS>>,
) {
  const severity = builder.enumType('AttentionSeverity', { values: ATTENTION_SEVERITIES });
  const action = builder.enumType('AttentionAction', { values: ATTENTION_ACTIONS });
  const subjectType = builder.enumType('AttentionSubjectType', { values: ATTENTION_SUBJECTS });
  const limitKind = builder.enumType('AttentionLimitKind', { values: ATTENTION_LIMITS });
  const subject = builder.objectRef<AttentionSubject>('AttentionSubject').implement({
    fields: (t) => ({
      type: t.expose('type', { type: subjectType }),
      id: t.exposeID('id'),
      code: t.exposeString('code', { nullable: true }),
      title: t.exposeString('title', { nullable: true }),
      titleI18n: t.expose('titleI18n', { type: 'LocalizedText', nullable: true }),
    }),
  });
  return builder.objectRef<AttentionItem>('AttentionItem').implement({
    description: 'Something that needs somebody. Facts that mean nothing for its kind are null.',
    fields: (t) => ({
      key: t.string({
        description: 'The same for the same thing at any time.',
        resolve: ({ kind: of, subject: about }) => `${of}:${about?.id ?? ''}`,
      }),
      kind: t.expose('kind', { type: kind }),
      severity: t.expose('severity', { type: severity }),
      since: t.expose('since', { type: 'DateTime' }),
      subject: t.expose('subject', { type: subject, nullable: true, description: 'The record that it is about.' }),
      action: t.expose('action', { type: action, description: 'The next step that the caller may take.' }),
      count: t.field({ type: 'SafeInt', nullable: true, resolve: ({ facts }) => facts.count ?? null }),
      usual: t.field({
        type: 'SafeInt',
        nullable: true,
        description: 'Median of the 14 days before.',
        resolve: ({ facts }) => facts.usual ?? null,
      }),
      names: t.stringList({ resolve: ({ facts }) => [...(facts.names ?? [])] }),
      dueAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When it ends, begins or should have happened.',
        resolve: ({ facts }) => (facts.dueAt == null ? null : new Date(facts.dueAt)),
      }),
      percent: t.int({
        nullable: true,
        description: 'Of the limit that is nearer to its end.',
        resolve: ({ facts }) => facts.percent ?? null,
      }),
      limitKind: t.field({ type: limitKind, nullable: true, resolve: ({ facts }) => facts.limitKind ?? null }),
      used: t.field({
        type: 'SafeInt',
        nullable: true,
        description: 'Minor units of a budget; uses; accounts that a notification went to.',
        resolve: ({ facts }) => facts.used ?? null,
      }),
      limit: t.field({ type: 'SafeInt', nullable: true, resolve: ({ facts }) => facts.limit ?? null }),
      currency: t.string({ nullable: true, resolve: ({ facts }) => facts.currency ?? null }),
      hoursLeft: t.float({
        nullable: true,
        description:
          'Until the limit is reached at the pace since the beginning of yesterday; null: not before the end, or nobody can tell.',
        resolve: ({ facts }) => facts.hoursLeft ?? null,
      }),
      errorCode: t.string({ nullable: true, resolve: ({ facts }) => facts.errorCode ?? null }),
      reason: t.string({ nullable: true, resolve: ({ facts }) => facts.reason ?? null }),
      job: t.field({
        type: jobs.job,
        nullable: true,
        description: 'The job that it is about.',
        resolve: ({ subject: about }, _args, context, info) =>
          about?.type === 'JOB' ? findJob(context, about.id, selectionOf(info)) : null,
      }),
    }),
  });
}
