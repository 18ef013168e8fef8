import type { ReactNode } from 'react';
import { expectTypeOf, test } from 'vitest';
import {
  type AuthError,
  type AuthErrorKind,
  type AuthSDK,
  type AuthSettings,
  type AuthSnapshot,
  type LoginOutcome,
  rolesAt,
  type SignedInUser,
  type TokenStorage,
  type UnauthorizedError,
  type UserProfile,
  type UserState,
} from './index.ts';
import { AuthProvider, useAuth, useAuthSDK } from './react.ts';

// Only these are required; everything else has a default.
type Required<Settings> = {
  [Key in keyof Settings]-?: Record<never, never> extends Pick<Settings, Key> ? never : Key;
}[keyof Settings];
expectTypeOf<Required<AuthSettings>>().toEqualTypeOf<
  'authority' | 'clientId' | 'redirectUri' | 'silentRedirectUri' | 'popupRedirectUri' | 'postLogoutRedirectUri'
>();
expectTypeOf<TokenStorage>().toEqualTypeOf<'local' | 'tab' | { readonly kind: 'encrypted'; readonly secret: string }>();

test('the signed-in user and the user state have the fields of the specification [spec 3.6, 3.7, 3.8, 3.9]', () => {
  expectTypeOf<keyof SignedInUser>().toEqualTypeOf<
    | 'idToken'
    | 'sessionState'
    | 'accessToken'
    | 'refreshToken'
    | 'tokenType'
    | 'scope'
    | 'profile'
    | 'expiresAt'
    | 'roles'
  >();
  expectTypeOf<UserProfile['sub']>().toEqualTypeOf<string>();
  expectTypeOf<UserProfile['admin_url']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<UserState['logged']>().toEqualTypeOf<SignedInUser | null>();
  expectTypeOf<UserState['adminToken']>().toEqualTypeOf<string | null>();
});

// The types show where there may be no user.
expectTypeOf<AuthSDK['start']>().returns.resolves.toEqualTypeOf<SignedInUser | null>();
expectTypeOf<AuthSDK['getAccessToken']>().returns.resolves.toEqualTypeOf<string | null>();
expectTypeOf<AuthSDK['signInSilently']>().returns.resolves.toEqualTypeOf<SignedInUser | null>();
expectTypeOf<AuthSDK['signInByPopup']>().returns.resolves.toEqualTypeOf<SignedInUser>();
expectTypeOf<AuthSDK['getUserInfo']>().returns.resolves.toEqualTypeOf<UserProfile | null>();
expectTypeOf<AuthSDK['handleLoginCallback']>().returns.resolves.toEqualTypeOf<LoginOutcome>();
expectTypeOf<AuthSDK['handlePopupCallback']>().returns.resolves.toEqualTypeOf<boolean>();
expectTypeOf<AuthSDK['fetch']>().toEqualTypeOf<typeof fetch>();
expectTypeOf<AuthSnapshot['status']>().toEqualTypeOf<'starting' | 'signed-in' | 'signed-out' | 'expired'>();

// Errors can be distinguished without reading texts.
expectTypeOf<AuthError>().toExtend<Error>();
expectTypeOf<AuthError['kind']>().toEqualTypeOf<AuthErrorKind>();
expectTypeOf<UnauthorizedError['status']>().toEqualTypeOf<401 | 403>();
expectTypeOf(rolesAt).parameters.toEqualTypeOf<[profile: unknown, path: string]>();

// React: one provider, two hooks.
expectTypeOf(AuthProvider).parameter(0).toExtend<{ readonly sdk: AuthSDK; readonly children?: ReactNode }>();
expectTypeOf(useAuth).returns.toEqualTypeOf<AuthSnapshot>();
expectTypeOf(useAuthSDK).returns.toEqualTypeOf<AuthSDK>();
