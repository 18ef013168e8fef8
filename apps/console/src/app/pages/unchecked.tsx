import { useMessages } from '@backcounter/i18n/react';
import { IdChip } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { useReference } from '../../lib/record/reference.ts';
import { hasRoles, session } from '../../lib/settings/session.ts';
import { isExplained, signInErrorText } from '../session/sign-in-explained.ts';
import { isRefused, signInFailure } from '../session/sign-in-failure.ts';
import { Notice } from './notice.tsx';

/** Offers to return to the URL once access can be checked, or the server accepts the sign-in. */
export function Unchecked({ address }: { readonly address: string }) {
  const { t } = useMessages();
  const { history, options } = useRouter();
  const { person } = useSelector(session.state);
  const failure = useSelector(signInFailure);
  const reference = useReference(failure?.refusal);
  const isChecking = useRouterState({ select: ({ status }) => status === 'pending' });
  const isServer = isRefused(failure?.cause);
  const isKnown = isExplained(failure?.cause);
  const retry = () => {
    if (!isServer) return history.replace(address);
    options.context.auth.signIn({ returnTo: address }).catch((cause: unknown) => signInFailure.set({ cause }));
  };
  return (
    <Notice
      isInShell={hasRoles(person)}
      title={t(isServer ? 'shell.login.refused' : isKnown ? 'shell.login.failed' : 'shell.no-access.unchecked')}
      actions={
        <Button variant="filled" loading={isChecking} onClick={retry}>
          {t('common.action.retry')}
        </Button>
      }
    >
      <p>{isKnown ? signInErrorText(failure?.cause) : t('shell.no-access.unchecked-body')}</p>
      {isServer && reference ? (
        <p>
          {reference.label} <IdChip value={reference.id} labels={reference} />
        </p>
      ) : null}
    </Notice>
  );
}
