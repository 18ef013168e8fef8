import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { useCallback, useEffect, useState } from 'react';
import type { ListName } from '../../generated/graphql.ts';
import { load, request } from '../../lib/api/graphql-client.ts';
import { bestEffort } from '../../lib/page/best-effort.ts';
import { settings } from '../../lib/settings/settings.ts';
import { isRecord } from '../../lib/settings/shape.ts';
import { listSetupQuery, setListPreferenceMutation } from '../list.operations.ts';
import { readSavedView, type SavedView } from '../saved-views/saved-view-state.ts';
import { type Arrangement, DEFAULT_ARRANGEMENT, readArrangement, type ShownArrangement } from './list-arrangement.ts';

/** A person's layout of one list; stored on the server, so that it is the same on each of their devices. */
export interface ListPreference extends Arrangement {
  /** On a phone: rows of two lines, or the grid with all its columns. */
  readonly isTableOnPhone: boolean;
}

export const DEFAULT_PREFERENCE: ListPreference = { ...DEFAULT_ARRANGEMENT, isTableOnPhone: false };

/** Parses the stored preference of a list. */
export function readPreference(stored: unknown): ListPreference {
  return { ...readArrangement(stored), isTableOnPhone: isRecord(stored) && stored['isTableOnPhone'] === true };
}

export type ShownPreference = ListPreference & ShownArrangement;

interface ListSetup {
  readonly preference: ListPreference;
  readonly views: readonly SavedView[];
}

const NOTHING: ListSetup = { preference: DEFAULT_PREFERENCE, views: [] };
const SAVE_DELAY_MS = 600;

/** A person's stored layout and views of a list. */
export interface ListSetupHook {
  /** Of the list, or of the current view. */
  readonly preference: ShownPreference;
  readonly views: readonly SavedView[];
  /** False until the server has answered or failed: until then the columns are unknown. */
  readonly isKnown: boolean;
  /** True once the server has answered: a view that is missing then does not exist for this person. */
  readonly hasViews: boolean;
  readonly change: (change: Partial<ListPreference>) => void;
  /** Resets to the list's layout, or to that of the view. */
  readonly reset: () => void;
  /** Loads the views again; resolves when they have arrived. */
  readonly refresh: () => Promise<void>;
}

/**
 * The preference of a list and its setter. Changes made in a saved view are stored for that view. A change is visible
 * immediately; dragging a column edge is saved once, after the drag.
 */
export function useListPreference(list: string, capability: ListName, viewId: string | null): ListSetupHook {
  const listKey = `list.${list}`;
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: ['list-setup', listKey],
    meta: { errorsShown: 'in-toast' },
    queryFn: async ({ signal }): Promise<ListSetup> => {
      const { viewer, savedViews } = await load(listSetupQuery, { keys: [listKey], list: capability }, signal);
      return {
        preference: readPreference(viewer.preferences.find((entry) => entry.key === listKey)?.value),
        views: savedViews.map(readSavedView),
      };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { save, flush } = useDelayedSave();

  const change = useCallback(
    ({ isTableOnPhone, ...arrangement }: Partial<ListPreference>) => {
      const setup = queryClient.getQueryData<ListSetup>(['list-setup', listKey]) ?? NOTHING;
      const view = setup.views.find(({ id }) => id === viewId);
      const forList = { ...(isTableOnPhone === undefined ? {} : { isTableOnPhone }), ...(view ? {} : arrangement) };
      const preference = { ...setup.preference, ...forList };
      if (Object.keys(forList).length > 0) save(listKey, preference);
      const own = view && { ...(view.own ?? view.arrangement), ...arrangement };
      if (view && Object.keys(arrangement).length > 0) save(`view.${view.id}`, own);
      const views = own ? setup.views.map((each) => (each === view ? { ...each, own } : each)) : setup.views;
      queryClient.setQueryData<ListSetup>(['list-setup', listKey], { preference, views });
    },
    [queryClient, listKey, viewId, save],
  );
  const reset = useCallback(() => {
    const setup = queryClient.getQueryData<ListSetup>(['list-setup', listKey]) ?? NOTHING;
    const view = setup.views.find(({ id }) => id === viewId);
    // A preference needs a value; false means none.
    if (view) save(`view.${view.id}`, false);
    else save(listKey, DEFAULT_PREFERENCE);
    queryClient.setQueryData<ListSetup>(['list-setup', listKey], {
      preference: view ? setup.preference : DEFAULT_PREFERENCE,
      views: view ? setup.views.map((each) => (each === view ? { ...each, own: null } : each)) : setup.views,
    });
  }, [queryClient, listKey, viewId, save]);
  const refresh = useCallback(async () => {
    // Pending changes would otherwise be overwritten by older ones.
    await flush();
    await queryClient.refetchQueries({ queryKey: ['list-setup', listKey] });
  }, [queryClient, listKey, flush]);

  const { preference, views } = query.data ?? NOTHING;
  const view = views.find(({ id }) => id === viewId);
  const shown = view ? { ...preference, ...(view.own ?? view.arrangement) } : preference;
  const { density } = useSelector(settings.state);
  return {
    preference: { ...shown, density: shown.density ?? density },
    views,
    isKnown: !query.isPending,
    hasViews: query.isSuccess,
    change,
    reset,
    refresh,
  };
}

interface DelayedSave {
  readonly save: (key: string, value: unknown) => void;
  /** Saves pending values; resolves when they are saved, or saving has failed. */
  readonly flush: () => Promise<void>;
}

/** Saves values under their keys after a pause in changes, and immediately when the page is left. */
function useDelayedSave(): DelayedSave {
  const [delayed] = useState(() => {
    const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; send: () => Promise<void> }>();
    const save = (key: string, value: unknown) => {
      clearTimeout(waiting.get(key)?.timer);
      const send = async () => {
        clearTimeout(waiting.get(key)?.timer);
        waiting.delete(key);
        const keep = () => request(setListPreferenceMutation, { input: { key, value } }, { successShown: 'in-place' });
        await bestEffort(`Saving ${key}`, keep);
      };
      waiting.set(key, { timer: setTimeout(() => void send(), SAVE_DELAY_MS), send });
    };
    const flush = async () => {
      await Promise.all([...waiting.values()].map(({ send }) => send()));
    };
    return { save, flush };
  });
  useEffect(() => () => void delayed.flush(), [delayed]);
  return delayed;
}
