import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { session } from '../../lib/settings/session.ts';
import { signInErrorText } from '../session/sign-in-explained.ts';
import { Notice, Passing } from './notice.tsx';

/** Signs a signed-in person out; otherwise handles the provider's callback and goes to the start page. */
export function LogoutPage() {
  const { t } = useMessages();
  const router = useRouter();
  const { auth } = router.options.context;
  const [failure, setFailure] = useState<unknown>(null);

  useEffect(() => {
    const finish = async () => {
      if (session.state.get().status === 'signed-in') return auth.signOut();
      await auth.handleLogoutCallback();
      await router.navigate({ to: '/', replace: true });
    };
    finish().catch((cause: unknown) => {
      console.error('Sign-out:', cause);
      setFailure(cause);
    });
  }, [auth, router]);

  if (failure === null) return <Passing text={t('shell.logout.progress')} />;
  return (
    <Notice
      title={t('shell.logout.failed')}
      actions={
        <Button variant="filled" onClick={() => window.location.reload()}>
          {t('common.action.retry')}
        </Button>
      }
    >
      <p role="alert" dir="auto">
        {signInErrorText(failure)}
      </p>
    </Notice>
  );
}
