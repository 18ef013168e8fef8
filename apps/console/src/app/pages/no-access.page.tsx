import { homePath, may, type Permission, rolesThatMay } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { part } from '../../lib/page/part.ts';
import { hasRoles, session } from '../../lib/settings/session.ts';
import { idle } from '../idle.ts';
import { usePopup } from '../layout/dialogs/whats-new.tsx';
import { roleKey } from '../role-key.ts';
import { Notice } from './notice.tsx';
import { Unchecked } from './unchecked.tsx';

const AccessRequest = part(() => import('./access-request.tsx'), 'AccessRequest');

/** Why a navigation ended here: access was refused, or it could not be checked. */
export function NoAccessPage() {
  const { need, retry } = useSearch({ from: '/shell/no-access' });
  const { memory } = useRouter().options.context;
  const address = memory.accept(retry);
  return address === null ? <Refused {...(need ? { need } : {})} /> : <Unchecked address={address} />;
}

/**
 * Shows the missing role, the person's own roles, and who can change that. A visitor who is not signed in is only
 * offered to sign in.
 */
function Refused({ need }: { readonly need?: Permission }) {
  const { t, intl } = useMessages();
  const { person } = useSelector(session.state);
  const own = person?.roles ?? [];
  const names = (roles: typeof own, type: 'conjunction' | 'disjunction') =>
    intl.formatList(
      roles.map((role) => `${t(roleKey(role))} (${role})`),
      { type },
    );
  const needed = need ? rolesThatMay(need) : [];
  // The person may have got the role since.
  const isMissing = own.length === 0 || (need !== undefined && !may(own, need));
  const isOpenByNow = need !== undefined && !isMissing;
  return (
    <Notice
      isInShell={hasRoles(person)}
      title={t(isOpenByNow ? 'shell.no-access.by-now' : 'shell.no-access.title')}
      actions={
        <>
          {person === null ? (
            <Button variant="filled" component={Link} to="/">
              {t('common.action.sign-in')}
            </Button>
          ) : (
            <Button component={Link} to="/logout">
              {t('common.action.sign-out')}
            </Button>
          )}
          {own.length > 0 ? (
            <Button variant="filled" component={Link} to={homePath(own)}>
              {t('common.action.go-home')}
            </Button>
          ) : null}
        </>
      }
    >
      {needed.length > 0 ? (
        <p>{t('shell.no-access.needs', { count: needed.length, roles: names(needed, 'disjunction') })}</p>
      ) : null}
      {need === undefined && own.length > 0 ? <p>{t('shell.no-access.not-yours')}</p> : null}
      {person === null ? null : (
        <p>{t('shell.no-access.yours', { count: own.length, roles: names(own, 'conjunction') })}</p>
      )}
      {isOpenByNow ? <p>{t('shell.no-access.open')}</p> : null}
      {person !== null && isMissing ? (
        <>
          <p>{t('shell.no-access.grant')}</p>
          <AccessRequest need={need} />
        </>
      ) : null}
      {person !== null && own.length === 0 ? <ReleaseNotes /> : null}
    </Notice>
  );
}

/** The popup for people without roles, who have no bar to open it from. */
function ReleaseNotes(): null {
  usePopup(idle);
  return null;
}
