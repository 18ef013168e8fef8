import { LIMITS } from '@backcounter/domain';
import { needs } from '../../graphql/authorise.ts';
import { RUNS_AGAIN } from '../../graphql/repeated-mutation.ts';
import { type RequestContext, requirePermission } from '../../graphql/request-context.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addMutation } from '../../graphql/schema/mutation.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import type { ListTypes } from '../list.graphql.ts';
import type { NamedList } from '../list-definition.ts';
import { type PastedSelection, pasteSelection, readPasted } from './pasted-selection.service.ts';

const USE = needs('saved-view.use');

/** Records of a list found by pasted keys: private to the person, for a day. */
export function addPastedSelection(
  builder: Builder,
  { listName }: ListTypes,
  lists: Readonly<Record<string, NamedList>>,
  disclose: (context: RequestContext, rows: number) => Promise<void>,
): void {
  const match = builder.objectRef<readonly [string, number]>('PastedMatch').implement({
    description: 'How many records a kind of pasted key has found.',
    fields: (t) => ({
      match: t.string({ description: 'Kind of key, as in `listCapabilities.searches`.', resolve: ([kind]) => kind }),
      found: t.int({ description: 'Records found by it.', resolve: ([, found]) => found }),
    }),
  });
  const selection = builder.objectRef<PastedSelection>('PastedSelection').implement({
    description: 'Records of a list found by pasted keys; their filter is `pasted`. Without the keys.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id, for the filter `pasted`.' }),
      foundBy: t.field({
        type: [match],
        description: 'Records found, by kind of key; each record once.',
        resolve: ({ foundBy }) => Object.entries(foundBy),
      }),
      unknown: t.exposeInt('unknown', { description: 'Entries without a record.' }),
      repeated: t.exposeInt('repeated', { description: 'Entries whose record an earlier one has found.' }),
      expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it is deleted.' }),
    }),
  });
  builder.queryField('pastedSelection', (t) =>
    t.field({
      ...orNull('A pasted selection of the caller; null for another person and after its end.', selection),
      extensions: USE,
      args: { id: t.arg.id({ required: true, description: 'Which one.' }) },
      resolve: (_root, { id }, context) => readPasted(context, id),
    }),
  );
  addMutation(builder, 'pasteSelection', {
    description:
      'Finds the records of a list by pasted keys of any kind that the caller may search by, and keeps their ids for 24 hours. Each entry counts as an exported row. Not audited.',
    extensions: { ...USE, ...RUNS_AGAIN },
    input: (t) => ({
      list: t.field({ type: listName, required: true, description: 'Which list.' }),
      entries: t.stringList({
        required: true,
        description: `One key each, at most ${LIMITS.pastedEntriesMax.toLocaleString('en-US')}; empty ones are skipped.`,
      }),
      within: t.id({
        description:
          'Only records of this one, in lists whose filter requires one. By default that of most records; the others are unknown.',
      }),
      isAnywhere: t.boolean({ description: 'Of any record, in such lists.' }),
    }),
    resolve: ({ list, ...input }, context) => {
      const named = lists[list];
      if (named === undefined) throw new Error(`No list ${list}.`);
      requirePermission(context.caller, named.readPermission);
      return pasteSelection(context, list, named, input, disclose);
    },
    payload: (t) => ({
      pastedSelection: t.expose('pastedSelection', { type: selection, description: 'The kept part.' }),
      within: t.exposeID('within', orNull('The record that they belong to, in lists whose filter requires one.')),
      unknownAt: t.exposeIntList('unknownAt', {
        description: 'Positions, from 0, of entries without a record.',
      }),
      recordIds: t.expose('recordIds', {
        type: ['ID'],
        nullable: { list: false, items: true },
        description: 'The record of each entry; null for those without one.',
      }),
      repeatedAt: t.exposeIntList('repeatedAt', {
        description: 'Positions of entries whose record an earlier one has found.',
      }),
    }),
  });
}
