import { useMessages } from '@backcounter/i18n/react';
import { useRef } from 'react';
import type { ListName } from '../../generated/graphql.ts';
import { RequestError } from '../../lib/api/request-error.ts';
import { bestEffort } from '../../lib/page/best-effort.ts';
import { toasts } from '../../lib/page/toasts.ts';
import { changeSeen } from '../../lib/record/record-steps.ts';
import type { ListState } from '../address/list-url.ts';
import type { ShownArrangement } from '../columns/list-arrangement.ts';
import { type SavedView, viewStateOf } from './saved-view-state.ts';
import { updateSavedViewMutation } from './saved-views.operations.ts';

/** A dialog about the views of a list. */
export type ViewDialog = 'create' | 'rename' | 'delete' | 'arrange';

/** The views of a list, and what can be done with them. */
export interface ViewActions {
  readonly list: ListName;
  readonly views: readonly SavedView[];
  /** Null: the plain list. */
  readonly current: SavedView | null;
  /** The list differs from the current view; the plain list is filtered or sorted. */
  readonly isModified: boolean;
  readonly isPhone: boolean;
  /** Of the list's definition. */
  readonly ruleHref: ((query: string) => string | null) | undefined;
  /** The state to save. */
  readonly state: ListState;
  readonly arrangement: ShownArrangement;
  readonly onDialog: (dialog: ViewDialog | null) => void;
  readonly onOpen: (view: SavedView | null) => void;
  /** Called when a view was created from the current state. */
  readonly onCreated: (id: string) => void;
  readonly onReset: () => void;
  /** Removes the person's own layout of the current view, which has just been saved for everyone. */
  readonly onSaved: () => void;
  readonly onChanged: () => Promise<void>;
}

/** The list shows that a view is gone; a conflict has its own text. */
const SAID_HERE = ['record.conflict', 'record.not-found'] as const;

/** Runs one change of a view at a time, and reads the views again. */
export function useViewChanges(props: Pick<ViewActions, 'state' | 'arrangement' | 'onSaved' | 'onChanged'>) {
  const { onChanged } = props;
  const { t } = useMessages();
  const running = useRef(false);
  const run = async (change: () => Promise<unknown>) => {
    // A second click would conflict with the pending change.
    if (running.current) return;
    running.current = true;
    try {
      await change();
    } catch (error) {
      // Changes by others are loaded below: a changed view shows as modified, a deleted one as missing.
      if (!(error instanceof RequestError)) throw error;
      if (error.code === 'record.conflict') toasts.show({ type: 'warning', message: t('listing.views.conflict') });
    } finally {
      await bestEffort('Reading the views again', onChanged);
      running.current = false;
    }
  };
  const save = (view: SavedView) =>
    void run(async () => {
      const state = viewStateOf(props.state, props.arrangement);
      await changeSeen(updateSavedViewMutation, view, { patch: { state } }, { errorsShown: SAID_HERE });
      props.onSaved();
    });
  return { run, save };
}
