import type { Density } from '@backcounter/domain';
import { useEffect, useMemo } from 'react';
import {
  encodeListUrl,
  INITIAL_LIST_STATE,
  type ListState,
  type ListUrlProblem,
  NO_VIEW,
} from '../address/list-url.ts';
import { type ListUrl, urlShapeOf } from '../address/use-list-url.ts';
import { isSameColumns, visibleColumns } from '../columns/column-layout.ts';
import { type Arrangement, DEFAULT_ARRANGEMENT } from '../columns/list-arrangement.ts';
import type { ListSetupHook, ShownPreference } from '../columns/list-preference.ts';
import type { ListDefinition } from '../list-definition.ts';
import { isModified, type SavedView, stateOfView } from './saved-view-state.ts';

/** A problem of opening a view: it does not exist, or has filters that the list does not have. */
export interface ViewNotice {
  readonly view: SavedView | null;
  readonly problems: readonly ListUrlProblem[];
}

/** The saved views of a list, and the current one. */
export interface SavedViewsHook {
  readonly views: readonly SavedView[];
  /** Null: the plain list. */
  readonly current: SavedView | null;
  /** The URL is about to be completed from a view, so its current state will not be shown. */
  readonly isOpening: boolean;
  /** The list in the state of a view; with null, in that of no view. */
  readonly stateOf: (view: SavedView | null) => ListState;
  /** The parts of the view that this list no longer has. */
  readonly problemsOf: (view: SavedView) => readonly ListUrlProblem[];
  /** The layout that Reset restores. */
  readonly base: Arrangement;
  /** Writes `all` into the URL, where omitting the view would open one. */
  readonly settle: (state: ListState) => ListState;
}

/** Completes a URL with just a saved view, or without parameters where the person's list opens with a view. */
export function useSavedViews<Row>(
  definition: ListDefinition<Row>,
  url: ListUrl,
  { views, isKnown, hasViews }: ListSetupHook,
  onNotice: (notice: ViewNotice) => void,
): SavedViewsHook {
  const shape = useMemo(() => urlShapeOf(definition), [definition]);
  const named = url.state.view;
  const current = views.find(({ id }) => id === named) ?? null;
  const first = views.find(({ isDefault }) => isDefault) ?? null;
  const asked = named === null ? first : current;
  const opening = useMemo(() => {
    if (!isKnown || !url.isBare || asked === null) return null;
    const opened = stateOfView(asked, shape, (asked.own ?? asked.arrangement).columns);
    return isSameAddress(opened.state, url.state) && opened.problems.length === 0 ? null : opened;
  }, [isKnown, url.isBare, url.state, asked, shape]);
  const settle = (state: ListState): ListState =>
    first !== null && Object.keys(encodeListUrl(state)).length === 0 ? { ...state, view: NO_VIEW } : state;
  const isMissing = hasViews && named !== null && named !== NO_VIEW && current === null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per URL, on which the rest depends
  useEffect(() => {
    if (isMissing) {
      url.go(settle({ ...url.state, view: null }), { replace: true });
      onNotice({ view: null, problems: [] });
    } else if (opening) {
      if (!isSameAddress(opening.state, url.state)) url.go(opening.state, { replace: true });
      if (opening.problems.length > 0) onNotice({ view: asked, problems: opening.problems });
    }
  }, [isMissing, opening]);

  return {
    views,
    current,
    isOpening: opening !== null && !isSameAddress(opening.state, url.state),
    stateOf: (view) =>
      view ? stateOfView(view, shape, (view.own ?? view.arrangement).columns).state : settle(INITIAL_LIST_STATE),
    problemsOf: (view) => stateOfView(view, shape).problems,
    base: current?.arrangement ?? DEFAULT_ARRANGEMENT,
    settle,
  };
}

/**
 * True when widths, columns or density differ from those that Reset would restore; `usualDensity` is the person's
 * setting for all lists.
 */
export function isRearranged<Row>(
  { columns }: ListDefinition<Row>,
  shown: readonly string[],
  { widths, density }: ShownPreference,
  base: Arrangement,
  usualDensity: Density,
): boolean {
  const entries = (each: Readonly<Record<string, number>>) => JSON.stringify(Object.entries(each).sort());
  return (
    !isSameColumns(shown, visibleColumns(columns, base.columns, null)) ||
    entries(widths) !== entries(base.widths) ||
    density !== (base.density ?? usualDensity)
  );
}

/** True when the current state differs from the saved view, or narrows or sorts the plain list. */
export function isViewModified<Row>(
  definition: ListDefinition<Row>,
  state: ListState,
  shown: readonly string[],
  view: SavedView | null,
): boolean {
  if (view === null) return Object.keys(state.filters).length > 0 || state.sort !== null;
  return isModified(state, shown, view, urlShapeOf(definition), definition.columns);
}

function isSameAddress(a: ListState, b: ListState): boolean {
  return JSON.stringify(encodeListUrl(a)) === JSON.stringify(encodeListUrl(b));
}
