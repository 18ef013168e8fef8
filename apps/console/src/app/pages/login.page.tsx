import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ownLanguage } from '../../lib/own-language.ts';
import { session } from '../../lib/session.ts';
import { signInErrorText } from '../sign-in-error.ts';
import { redirectOf } from '../start-up.ts';
import { Notice, Passing } from './notice.tsx';

/** Callback after sign-in: goes to the route remembered before it, else to the start page. */
export function LoginPage() {
  const { t } = useMessages();
  const router = useRouter();
  const { auth, memory } = router.options.context;
  const [failure, setFailure] = useState<unknown>(null);
  const hasBegun = useRef(false);

  useEffect(() => {
    // The answer of the provider can be used once.
    if (hasBegun.current) return;
    hasBegun.current = true;
    const finish = async () => {
      const params = new URLSearchParams(window.location.search);
      const isAnswer = params.has('code') || params.has('error');
      if (!isAnswer && session.snapshot().status !== 'signed-in') return auth.signIn({ returnTo: memory.recall() });
      const outcome = isAnswer ? await auth.handleLoginCallback() : null;
      if (outcome !== null) await ownLanguage.applyAfterSignIn(outcome);
      router.history.replace(memory.accept(outcome?.returnTo ?? null) ?? memory.recall());
    };
    finish().catch((cause: unknown) => {
      console.error('Sign-in:', cause);
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
        {signInErrorText(failure)}
      </p>
    </Notice>
  );
}
