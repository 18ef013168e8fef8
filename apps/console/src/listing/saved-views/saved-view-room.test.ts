import { SAVED_VIEW_LIMITS } from '@backcounter/domain';
import { expect, it } from 'vitest';
import { hasRoom, scopesOf } from './saved-view-room.ts';

const views = (scope: 'PERSONAL' | 'TEAM', count: number) => Array.from({ length: count }, () => ({ scope }));

it('personal views and the team’s each have their own limit', () => {
  const full = [...views('PERSONAL', SAVED_VIEW_LIMITS.viewsMax), ...views('TEAM', 3)];
  expect(hasRoom(full, 'PERSONAL')).toBe(false);
  expect(hasRoom(full, 'TEAM')).toBe(true);
  expect(hasRoom(full.slice(1), 'PERSONAL')).toBe(true);
  expect(hasRoom([...views('TEAM', SAVED_VIEW_LIMITS.viewsMax)], 'PERSONAL')).toBe(true);
});

it('only a person with permission for the team’s views can create one for the team', () => {
  expect(scopesOf(['ADMIN'])).toEqual(['PERSONAL', 'TEAM']);
  expect(scopesOf(['MARKETING'])).toEqual(['PERSONAL']);
});
