import { expectTypeOf } from 'vitest';
import { createEmbeddedPresence } from './embedded/index.ts';
import { createFirebasePresence, type FirebasePresenceSettings } from './firebase/index.ts';
import { type OnlineEntry, PresenceError, type PresenceErrorCode, type PresenceLink } from './index.ts';
import type { Presence } from './presence.port.ts';
import {
  useOnlineByStore,
  useOnlineCount,
  useOnlineEntry,
  usePictureUrl,
  usePresence,
  usePresenceLink,
} from './react.ts';

// Both adapters implement one port.
expectTypeOf(createEmbeddedPresence).returns.toEqualTypeOf<Presence>();
expectTypeOf(createFirebasePresence).returns.resolves.toEqualTypeOf<Presence>();
expectTypeOf<Presence['signIn']>().parameters.toEqualTypeOf<[adminToken: string]>();
expectTypeOf(createEmbeddedPresence).parameter(0).toEqualTypeOf<{ readonly url?: string } | undefined>();
expectTypeOf<FirebasePresenceSettings>().pick<'storageBucket'>().toEqualTypeOf<{ readonly storageBucket?: string }>();

// Codes are in Firebase's spelling and name a service.
expectTypeOf<'storage/object-not-found'>().toExtend<PresenceErrorCode>();
expectTypeOf<'auth/some-code-of-later'>().toExtend<PresenceErrorCode>();
expectTypeOf<'object-not-found'>().not.toExtend<PresenceErrorCode>();
expectTypeOf(new PresenceError('auth/user-disabled', '').code).toEqualTypeOf<PresenceErrorCode>();

// Unknown and absent are distinct.
expectTypeOf(useOnlineEntry).returns.toEqualTypeOf<OnlineEntry | null | undefined>();
expectTypeOf(useOnlineCount).returns.toEqualTypeOf<number | null>();
expectTypeOf(usePictureUrl).returns.toEqualTypeOf<string | null>();
expectTypeOf(useOnlineByStore).returns.toEqualTypeOf<ReadonlyMap<string, number>>();
expectTypeOf(usePresence).returns.toEqualTypeOf<Presence | null>();
expectTypeOf(usePresenceLink).returns.toEqualTypeOf<PresenceLink>();
