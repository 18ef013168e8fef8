'use client';

import { AuthProvider, useAuth } from '@backcounter/auth/react';
import { I18nProvider, T, useLanguages, useMessages } from '@backcounter/i18n/react';
import { PresenceProvider, useOnlineCount } from '@backcounter/presence/react';
import { useEffect } from 'react';
import { begin, i18n, presence, sdk } from './core';

function Online() {
  const { t } = useMessages();
  const { user } = useAuth();
  const { select } = useLanguages();
  const count = useOnlineCount();
  return (
    <main>
      <h1>{t('proof.page.title')}</h1>
      <p>{user?.profile.name}</p>
      {count !== null && (
        <p>
          <T id="proof.people.online" values={{ count, b: (chunks) => <b>{chunks}</b> }} />
        </p>
      )}
      <button type="button" onClick={() => void select('de-DE')}>
        Deutsch
      </button>
    </main>
  );
}

export function Shop() {
  useEffect(begin, []);
  return (
    <AuthProvider sdk={sdk}>
      <I18nProvider i18n={i18n} timeZone="UTC">
        <PresenceProvider presence={presence}>
          <Online />
        </PresenceProvider>
      </I18nProvider>
    </AuthProvider>
  );
}
