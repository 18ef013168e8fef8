import { AuthError, type LoginOutcome } from '@backcounter/auth';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { tabStore } from '../../lib/settings/local-store.ts';
import { ownLanguage } from '../../lib/settings/own-language.ts';
import { session } from '../../lib/settings/session.ts';
import { clockMinutesOff, signInErrorText } from '../session/sign-in-explained.ts';
import { isRefused } from '../session/sign-in-failure.ts';
import { redirectOf } from '../session/start-up.ts';
import { Notice, Passing } from './notice.tsx';

const EXPIRED_KEY = 'sign-in-expired';
const EXPIRED_AGAIN_MS = 10_000;
/** The SDK's text for an answer to a sign-in that did not begin here (specification, section 8). */
const UNKNOWN_ANSWER = 'No matching state found in storage';
const EXPIRED_AGAIN = new Error('The sign-in page expired twice in a row');

/**
 * The provider redirects here when its sign-in page is too old. If it always is, as in a browser without cookies, this
 * must not loop.
 */
function hasJustExpired(): boolean {
  const lastMs = Number(tabStore.getItem(EXPIRED_KEY));
  tabStore.setItem(EXPIRED_KEY, String(Date.now()));
  return Date.now() - lastMs < EXPIRED_AGAIN_MS;
}

/** Callback after sign-in: goes to the route remembered before it, else to the start page. */
export function LoginPage() {
  const { t } = useMessages();
  const router = useRouter();
  const { auth, memory } = router.options.context;
  const [failure, setFailure] = useState<unknown>(null);
  const [minutesOff, setMinutesOff] = useState(0);

  useEffect(() => {
    const params = new URLSearchParams(window.location.search);
    const takeAnswer = async (): Promise<LoginOutcome | null> => {
      try {
        return await auth.handleLoginCallback();
      } catch (cause) {
        if (!(cause instanceof AuthError)) throw cause;
        console.warn('Sign-in answer:', cause);
        // An old URL of this page was opened again: there is a session.
        if (session.state.get().status === 'signed-in') return null;
        if (cause.message !== UNKNOWN_ANSWER || !params.has('code')) throw cause;
        // The person began at a bookmark of the provider, which knows them now.
        await auth.signIn({ returnTo: '/', isAutomatic: true }).catch((again: unknown) => {
          throw isRefused(again) ? cause : again;
        });
        return new Promise<never>(() => undefined);
      }
    };
    const finish = async () => {
      const isAnswer = params.has('code') || params.has('error');
      if (!isAnswer && session.state.get().status !== 'signed-in') {
        if (params.has('expired') && hasJustExpired()) throw EXPIRED_AGAIN;
        return auth.signIn({ returnTo: memory.recall(), isAutomatic: true });
      }
      const outcome = isAnswer ? await takeAnswer() : null;
      if (outcome !== null) await ownLanguage.applyAfterSignIn(outcome);
      router.history.replace(memory.accept(outcome?.returnTo) ?? memory.recall());
    };
    finish().catch(async (cause: unknown) => {
      console.error('Sign-in:', cause);
      if (cause instanceof AuthError && cause.kind === 'clock-off') setMinutesOff(await clockMinutesOff());
      const url = redirectOf(cause, window.location.origin);
      if (url === null) setFailure(cause);
      else window.location.assign(url);
    });
  }, [auth, memory, router]);

  if (failure === null) return <Passing text={t('shell.login.progress')} />;
  return (
    <Notice
      title={t('shell.login.failed')}
      actions={
        <Button
          variant="filled"
          onClick={() => {
            setFailure(null);
            auth.signIn({ returnTo: memory.recall() }).catch(setFailure);
          }}
        >
          {t('shell.login.again')}
        </Button>
      }
    >
      <p role="alert" dir="auto">
        {failure === EXPIRED_AGAIN
          ? t('shell.login.expired-again')
          : minutesOff > 0
            ? t('shell.login.clock', { minutes: minutesOff })
            : signInErrorText(failure)}
      </p>
    </Notice>
  );
}
