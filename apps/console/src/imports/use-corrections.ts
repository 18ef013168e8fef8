import { IMPORT_LIMITS } from '@backcounter/domain';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type {
  ImportMistakeInput,
  ImportMistakesQuery,
  ImportRowState,
  ImportRowsQuery,
  ImportViewFragment,
} from '../generated/graphql.ts';
import { load, newIdempotencyKey, request } from '../lib/api/graphql-client.ts';
import {
  correctImportRowsMutation,
  importMistakesQuery,
  importRowsQuery,
  leaveOutImportRowsMutation,
} from './import.operations.ts';

/** A refused row, and a problem of it. */
export type RefusedRow = ImportRowsQuery['import']['rows'][number];
export type RowProblem = RefusedRow['problems'][number];
/** A kind of mistake. */
export type Mistake = ImportMistakesQuery['import']['mistakes'][number];
/** All rows with a mistake, or some rows. */
export type Chosen = { readonly rows: number[] } | { readonly mistake: ImportMistakeInput };

const PAGE = 100;
/** Rows that the server changes at a time. */
const { correctedMax } = IMPORT_LIMITS;

/** The first problem of a row that is not corrected. */
export const leadOf = ({ mistake, problems }: RefusedRow): RowProblem | undefined =>
  mistake == null ? undefined : problems[mistake];

/** Key of the mistakes like a problem: with its value, or of all values. */
export function mistakeOf({ field, rule, value }: Pick<RowProblem, 'field' | 'rule' | 'value'>): ImportMistakeInput {
  return { field: field ?? null, rule, ...(value == null ? {} : { value }) };
}

/** A row after a correction, as the server has it. */
function corrected(row: RefusedRow, column: number, value: string): RefusedRow {
  const others = row.corrected.filter((cell) => cell.column !== column);
  const cells = value === (row.cells[column] ?? '') ? others : [...others, { column, value }];
  const isOpen = ({ at }: RowProblem) => (at == null ? cells.length === 0 : cells.every((cell) => cell.column !== at));
  const lead = row.problems.findIndex(isOpen);
  return { ...row, corrected: cells, mistake: lead < 0 ? null : lead, state: lead < 0 ? 'CORRECTED' : 'REFUSED' };
}

/** Refused rows of an import and their corrections, which are saved one after the other. */
export function useCorrections(item: ImportViewFragment, keep: (item: ImportViewFragment) => Promise<void>) {
  const client = useQueryClient();
  const [state, setState] = useState<ImportRowState>('REFUSED');
  const [kind, setKind] = useState<ImportMistakeInput | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const { id, progress } = item;
  const key = ['import-rows', id, state, kind];
  const rows = useInfiniteQuery({
    queryKey: key,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ pageParam: after, signal }) =>
      (await load(importRowsQuery, { id, state, mistake: kind, after, first: PAGE }, signal)).import.rows,
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PAGE ? null : (page.at(-1)?.row ?? null)),
  });
  const mistakes = useQuery({
    meta: { errorsShown: 'in-toast' },
    queryKey: ['import-mistakes', id, progress?.toCorrect],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await load(importMistakesQuery, { id }, signal)).import.mistakes,
  });
  // Another check has other findings.
  const checked = item.recheck?.state === 'SUCCEEDED' ? item.recheck.id : null;
  useEffect(() => {
    if (checked !== null) void client.resetQueries({ queryKey: ['import-rows', id] });
  }, [client, id, checked]);

  const queue = useRef<Promise<unknown>>(Promise.resolve());
  /** Saves after those before. Returns the error that refused it, or null. */
  const save = (
    act: () => Promise<{ readonly changed: number; readonly import: unknown }>,
    patch: (row: RefusedRow) => RefusedRow,
  ): Promise<unknown> => {
    const saved = queue.current.then(async () => {
      try {
        for (let changed: number = correctedMax; changed === correctedMax; ) {
          const answer = await act();
          await keep(answer.import as ImportViewFragment);
          changed = answer.changed;
        }
        client.setQueryData<typeof rows.data>(
          key,
          (data) => data && { ...data, pages: data.pages.map((page) => page.map(patch)) },
        );
        setSavedAt(new Date());
        setFailure(null);
        return null;
      } catch (error) {
        setFailure(error);
        return error;
      }
    });
    queue.current = saved;
    return saved;
  };
  const isChosen = (chosen: Chosen, row: RefusedRow): boolean => {
    if ('rows' in chosen) return chosen.rows.includes(row.row);
    const lead = leadOf(row);
    const { field, rule, value } = chosen.mistake;
    return lead?.rule === rule && (lead.field ?? null) === field && (value == null || lead.value === value);
  };
  const options = () =>
    ({ errorsShown: 'in-place', successShown: 'in-place', idempotencyKey: newIdempotencyKey() }) as const;
  return {
    state,
    /** Shows the rows in a state, or those to correct with a mistake. */
    show: (next: ImportRowState, mistake: ImportMistakeInput | null = null) => {
      setState(next);
      setKind(mistake);
      void client.removeQueries({ queryKey: ['import-rows', id, next, mistake] });
    },
    kind,
    rows,
    mistakes: mistakes.data ?? [],
    failure,
    savedAt,
    /** Null takes the suggestions. */
    correct: (chosen: Chosen, column: number, value: string | null) =>
      save(
        async () => {
          const input = { id, ...chosen, column, value };
          return (await request(correctImportRowsMutation, { input }, options())).correctImportRows;
        },
        (row) => {
          const text = value ?? leadOf(row)?.suggestion;
          return isChosen(chosen, row) && text != null ? corrected(row, column, text) : row;
        },
      ),
    leaveOut: (chosen: Chosen, isLeftOut: boolean) =>
      save(
        async () => {
          const input = { id, ...chosen, isLeftOut };
          return (await request(leaveOutImportRowsMutation, { input }, options())).leaveOutImportRows;
        },
        (row) =>
          isChosen(chosen, row)
            ? { ...row, state: isLeftOut ? 'LEFT_OUT' : row.mistake == null ? 'CORRECTED' : 'REFUSED' }
            : row,
      ),
  };
}
export type Corrections = ReturnType<typeof useCorrections>;
