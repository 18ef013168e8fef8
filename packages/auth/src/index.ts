export type { AuthSnapshot } from './admission.ts';
export { AuthError, type AuthErrorKind, UnauthorizedError } from './auth.error.ts';
export type { AuthSettings, IdTokenSyncSettings, TokenStorage } from './auth.settings.ts';
export { AuthSDK, type LoginOutcome } from './auth-sdk.ts';
export { rolesAt, type SignedInUser, type UserProfile } from './signed-in-user.ts';
export type { UserState } from './user-state.ts';
