import type { StateMachine } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import { type MessagesHook, useMessages } from '@backcounter/i18n/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { load, request } from '../lib/api/graphql-client.ts';
import {
  type Ask,
  type Change,
  change,
  type ExpectedRecord,
  useAttempt,
  useRecordStep,
} from '../lib/record/record-steps.ts';
import { refreshLists } from '../listing/use-list-data.ts';
import type { SavedForm } from './form/use-rich-form.ts';
import type { HistoryAnswer, HistoryVariables } from './history/history-tab.tsx';
import type { EarlierValues } from './history/put-back.tsx';
import { richKey } from './record-kind.ts';
import type { ActionRight } from './state-actions.ts';

/** Fields of a record that its page needs. */
export interface RichRow {
  readonly id: string;
  readonly version: number;
  readonly state: string;
  readonly actions: readonly ActionRight[];
  /** Fields that its state leaves open to changes. */
  readonly openFields: readonly string[];
}

/** A kind of record with a page of its own, declared once. */
export interface RichRecord<Row extends RichRow = RichRow> {
  /** Noun of its texts, drafts and cached queries. */
  readonly noun: string;
  /** Address of its list; a record's page is at `href`. */
  readonly path: string;
  readonly href: (id: string) => string;
  /** Titles of its list, and of the page where the record could not be loaded or does not exist. */
  readonly titleKey: MessageKey;
  readonly placeKeys: { readonly failed: MessageKey; readonly missing: MessageKey };
  readonly machine: StateMachine;
  /** Names of the lists that a change refreshes; the first is the list of the records. */
  readonly lists: readonly [string, ...string[]];
  readonly documents: {
    readonly record: Ask<{ readonly record?: Row | null }, { readonly id: string; readonly locale: string }>;
    readonly history: Ask<HistoryAnswer, HistoryVariables>;
    readonly create: Change<never>;
    readonly update: Change<ExpectedRecord & { readonly patch: never }>;
    readonly duplicate: Change<never>;
  };
  readonly titleOf: (record: Row) => string;
  /** Why an action is not possible now, where the server gives no other reason. */
  readonly notNow: (record: Row, t: MessagesHook['t']) => string;
}

/** One record; null if there is none that this person may see. */
export function useRichRecord<Row extends RichRow>({ noun, documents }: RichRecord<Row>, id: string) {
  const { locale } = useMessages();
  return useQuery({
    queryKey: richKey(noun, id, locale),
    queryFn: async ({ signal }) => (await load(documents.record, { id, locale }, signal)).record ?? null,
    gcTime: 0,
  });
}

/** Call after a change: reloads the record, what its page shows of it, and its lists. */
export function useRefreshRich({ noun, lists }: Pick<RichRecord, 'noun' | 'lists'>, id: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: [noun, id] }),
      ...lists.map((list) => refreshLists(queryClient, list)),
    ]);
  }, [queryClient, noun, lists, id]);
}

type Kind<Row extends RichRow> = Pick<RichRecord<Row>, 'noun' | 'lists' | 'href' | 'documents'>;

/** Sends the action of a record's dialog, and closes it. */
export function useRichStep<Row extends RichRow>(kind: Kind<Row>, record: Row, onClose: () => void) {
  return useRecordStep(record, { onClose, refresh: useRefreshRich(kind, record.id) });
}

/** Makes a copy with these values, and opens its form. The same values sent again are the same request. */
export function useDuplicate<Row extends RichRow>(kind: Kind<Row>, { id }: Row, onClose: () => void) {
  const router = useRouter();
  const refresh = useRefreshRich(kind, id);
  const attempt = useAttempt();
  return async (said: object): Promise<void> => {
    const input = { id, ...said } as never;
    const copy = await change(kind.documents.duplicate, input, {
      idempotencyKey: attempt(said),
      errorsShown: 'in-place',
    });
    void refresh();
    onClose();
    void router.navigate({ href: `${kind.href(copy.id)}?edit` });
  };
}

/** A form that changes a record; `patchOf`: the fields that differ from the values it began with. */
export function editOf<Row extends RichRow, Values>(
  { noun, documents }: RichRecord<Row>,
  { id, version, openFields }: Row,
  earlier: EarlierValues | null,
  patchOf: (mine: Values, base: Values) => object,
): SavedForm<Values> {
  return {
    record: `${noun}:${id}`,
    version,
    isOpen: (field) => openFields.includes(field),
    ...(earlier ? { earlier: earlier.values } : {}),
    async save(mine, base, expectedVersion, idempotencyKey) {
      const input = { id, expectedVersion, patch: patchOf(mine, base) as never };
      await request(documents.update, { input }, { idempotencyKey, errorsShown: 'in-place' });
    },
  };
}

/** A form that creates a record; `open` shows it after its lists are asked again. */
export function useCreation<Row extends RichRow, Values>(
  { noun, documents, lists, href }: RichRecord<Row>,
  inputOf: (mine: Values) => object,
): SavedForm<Values> & { readonly open: (search?: string, how?: { readonly replace?: boolean }) => void } {
  const router = useRouter();
  const queryClient = useQueryClient();
  const created = useRef('');
  return {
    record: `${noun}:new`,
    version: 0,
    isOpen: () => true,
    async save(mine, _base, _version, idempotencyKey) {
      const options = { idempotencyKey, errorsShown: 'in-place' } as const;
      created.current = (await change(documents.create, inputOf(mine) as never, options)).id;
    },
    open(search = '', how = {}) {
      void refreshLists(queryClient, lists[0]);
      void router.navigate({ href: `${href(created.current)}${search}`, ...how });
    },
  };
}
