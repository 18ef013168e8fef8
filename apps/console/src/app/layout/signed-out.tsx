import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { lazy, Suspense, useState } from 'react';
import { Notice, Passing } from '../pages/notice.tsx';
import { isRefused, signInFailure } from '../session/sign-in-failure.ts';

const Unchecked = lazy(() => import('../pages/unchecked.tsx').then((page) => ({ default: page.Unchecked })));

/** Replaces the shell without a session: after a sign-out in another tab, or during the redirect to sign-in. */
export function SignedOut({ isLeaving }: { readonly isLeaving: boolean }) {
  const { t } = useMessages();
  const router = useRouter();
  const [isBusy, setBusy] = useState(false);
  const failure = useSelector(signInFailure);
  if (isRefused(failure?.cause))
    return (
      <Suspense>
        <Unchecked address={router.state.location.href} />
      </Suspense>
    );
  if (isLeaving) return <Passing text={t('shell.login.progress')} />;
  return (
    <Notice
      title={t('shell.signed-out.title')}
      actions={
        <Button
          variant="filled"
          loading={isBusy}
          onClick={() => {
            setBusy(true);
            router.options.context.auth
              .signIn({ returnTo: router.state.location.href })
              .catch((cause: unknown) => console.error('Sign-in:', cause))
              .finally(() => setBusy(false));
          }}
        >
          {t('common.action.sign-in')}
        </Button>
      }
    >
      <p>{t('shell.signed-out.body')}</p>
    </Notice>
  );
}
