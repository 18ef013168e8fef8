import { may, type Role, SAVED_VIEW_LIMITS } from '@backcounter/domain';
import type { SavedView } from './saved-view-state.ts';

/** Scopes in which this person may create views. */
export function scopesOf(roles: readonly Role[]): readonly SavedView['scope'][] {
  return may(roles, 'saved-view.edit-team') ? ['PERSONAL', 'TEAM'] : ['PERSONAL'];
}

/** True while a list may get another personal or team view. */
export function hasRoom(views: readonly Pick<SavedView, 'scope'>[], scope: SavedView['scope']): boolean {
  return views.filter((view) => view.scope === scope).length < SAVED_VIEW_LIMITS.viewsMax;
}
