'use client';

import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useSyncExternalStore,
} from 'react';
import type { AuthSnapshot } from './admission.ts';
import type { AuthSDK } from './auth-sdk.ts';

const AuthContext = createContext<AuthSDK | null>(null);

/** Provides a started `AuthSDK` to its children. */
export function AuthProvider(props: { readonly sdk: AuthSDK; readonly children?: ReactNode }): ReactElement {
  return createElement(AuthContext.Provider, { value: props.sdk }, props.children);
}

/** The SDK itself, for event handlers. @throws Error 'AuthSDK has not been initialized' outside of an `AuthProvider` */
export function useAuthSDK(): AuthSDK {
  const sdk = useContext(AuthContext);
  if (!sdk) throw new Error('AuthSDK has not been initialized');
  return sdk;
}

/** The current snapshot; renders again on sign-in, renewal, sign-out (also in another tab) and expiry. */
export function useAuth(): AuthSnapshot {
  const sdk = useAuthSDK();
  return useSyncExternalStore(sdk.subscribe, sdk.getSnapshot, sdk.getSnapshot);
}
