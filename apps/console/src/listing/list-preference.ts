import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { bestEffort } from '../lib/best-effort.ts';
import { request } from '../lib/graphql-client.ts';
import { isListOf, isNumber, isRecord, isText, type Shape } from '../lib/shape.ts';
import { listPreferenceQuery, setListPreferenceMutation } from './list.operations.ts';

export const DENSITIES = ['compact', 'normal', 'comfortable'] as const;
export type Density = (typeof DENSITIES)[number];

/** Row heights in px by density. */
export const ROW_HEIGHTS: Readonly<Record<Density, number>> = { compact: 32, normal: 36, comfortable: 44 };

/** How a person arranged one list; kept on the server, so that it is the same on each of their devices. */
export interface ListPreference {
  readonly columns: readonly string[] | null;
  readonly widths: Readonly<Record<string, number>>;
  readonly density: Density;
  readonly size: number | null;
  /** On a phone: the rows of two lines, or the grid with all its columns. */
  readonly isTableOnPhone: boolean;
}

export const DEFAULT_PREFERENCE: ListPreference = {
  columns: null,
  widths: {},
  density: 'normal',
  size: null,
  isTableOnPhone: false,
};

const isColumnKey: Shape<string> = (value): value is string => isText(value) && value.length <= 40;
const isColumns = isListOf(isColumnKey, 60);
const isWidth = (entry: readonly [string, unknown]): entry is [string, number] =>
  isColumnKey(entry[0]) && isNumber(entry[1]) && entry[1] >= 1 && entry[1] <= 2000;

/** Reads what is stored, whatever version of the console stored it: a part that doesn't fit is as if nobody had set it. */
export function readPreference(stored: unknown): ListPreference {
  if (!isRecord(stored)) return DEFAULT_PREFERENCE;
  const { columns, widths, density, size, isTableOnPhone } = stored;
  return {
    columns: isColumns(columns) ? columns : null,
    widths: isRecord(widths) ? Object.fromEntries(Object.entries(widths).filter(isWidth)) : {},
    density: DENSITIES.find((each) => each === density) ?? 'normal',
    size: isNumber(size) ? size : null,
    isTableOnPhone: isTableOnPhone === true,
  };
}

const SAVE_DELAY_MS = 600;

/** The preference of a list and its setter. A change shows at once; dragging a column edge is saved once, when it rests. */
export function useListPreference(list: string): {
  readonly preference: ListPreference;
  /** False until the server has answered or failed: until then nobody knows the columns. */
  readonly isKnown: boolean;
  readonly change: (change: Partial<ListPreference>) => void;
} {
  const key = `list.${list}`;
  const queryClient = useQueryClient();
  const queryKey = ['list-preference', key];
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { viewer } = await request(listPreferenceQuery, { keys: [key] }, { signal, isQuiet: true });
      return readPreference(viewer.preferences.find((entry) => entry.key === key)?.value);
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; save: () => void }>(undefined);

  const change = useCallback(
    (part: Partial<ListPreference>) => {
      const next = {
        ...(queryClient.getQueryData<ListPreference>(['list-preference', key]) ?? DEFAULT_PREFERENCE),
        ...part,
      };
      queryClient.setQueryData(['list-preference', key], next);
      clearTimeout(pending.current?.timer);
      const save = () => {
        pending.current = undefined;
        void bestEffort(`Saving ${key}`, () =>
          request(setListPreferenceMutation, { input: { key, value: next } }, { isQuiet: true }),
        );
      };
      pending.current = { timer: setTimeout(save, SAVE_DELAY_MS), save };
    },
    [queryClient, key],
  );

  useEffect(
    () => () => {
      if (!pending.current) return;
      clearTimeout(pending.current.timer);
      pending.current.save();
    },
    [],
  );
  return { preference: query.data ?? DEFAULT_PREFERENCE, isKnown: !query.isPending, change };
}
