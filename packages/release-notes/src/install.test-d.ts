import { expectTypeOf, test } from 'vitest';
import {
  type CloseReason,
  install,
  type OpenOutcome,
  RELEASE_NOTES_TEXTS,
  type ReleaseNotesEventMap,
  type ReleaseNotesGlobal,
  type ReleaseNotesHandle,
  type ReleaseNotesOptions,
} from './index.ts';

test('an endpoint and a token are enough', () => {
  expectTypeOf(install).parameters.toEqualTypeOf<[ReleaseNotesOptions]>();
  expectTypeOf(install).returns.toEqualTypeOf<ReleaseNotesHandle>();
  expectTypeOf(
    install({ authProviderEndpoint: '/identity', token: 'text' }).ready,
  ).resolves.toEqualTypeOf<OpenOutcome>();
  // @ts-expect-error a token is required
  install({ authProviderEndpoint: '/identity' });
  // @ts-expect-error an endpoint is required
  install({ token: 'text' });
});

test('the options of the specification have their types [spec 2.54]', () => {
  type Named =
    | 'suppressLogs'
    | 'adminEndpoint'
    | 'authClientId'
    | 'authProviderEndpoint'
    | 'dark'
    | 'isMobile'
    | 'title';
  expectTypeOf<Required<Pick<ReleaseNotesOptions, Named>>>().toEqualTypeOf<{
    readonly suppressLogs: boolean;
    readonly adminEndpoint: string;
    readonly authClientId: string;
    readonly authProviderEndpoint: string;
    readonly dark: boolean;
    readonly isMobile: boolean;
    readonly title: string;
  }>();
});

test('the token may come from a function, synchronous or not, also without a user', () => {
  const authProviderEndpoint = '/identity';
  install({ authProviderEndpoint, token: () => 'text' });
  install({ authProviderEndpoint, token: async () => null });
  // @ts-expect-error a number is not a token
  install({ authProviderEndpoint, token: () => 1 });
});

test('options of a host are checked [spec 2.54]', () => {
  const options = { authProviderEndpoint: '/identity', token: 'text' };
  // @ts-expect-error the two directions only
  install({ ...options, dir: 'auto' });
  install({ ...options, autoOpen: async () => true, onUnread: (count) => count.toFixed(), person: 'anna' });
  // @ts-expect-error no option of that name
  install({ ...options, mobile: true });
  install(options).update({ dark: true });
  expectTypeOf<NonNullable<ReleaseNotesOptions['onClose']>>().parameters.toEqualTypeOf<[CloseReason]>();
  expectTypeOf<NonNullable<ReleaseNotesOptions['translate']>>().returns.toEqualTypeOf<string>();
});

test('events, texts and the script have types', () => {
  expectTypeOf<ReleaseNotesEventMap['release-notes-close']['detail']>().toEqualTypeOf<{
    readonly reason: CloseReason;
  }>();
  expectTypeOf(RELEASE_NOTES_TEXTS['releaseNotes.dismiss']).toEqualTypeOf<'Dismiss'>();
  expectTypeOf<ReleaseNotesGlobal['install']>().toEqualTypeOf<typeof install>();
});
