export * from './account.ts';
export * from './account-state.ts';
export * from './audit.ts';
export * from './errors.ts';
export * from './limits.ts';
export * from './policy.ts';
export * from './roles.ts';
export * from './saved-view.ts';
