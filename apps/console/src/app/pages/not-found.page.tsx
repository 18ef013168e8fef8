import { T, useMessages } from '@backcounter/i18n/react';
import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { use, useState } from 'react';
import { currentRoles, hasRoles, session } from '../../lib/settings/session.ts';
import { OpenLayer } from '../layout/shell-layer.ts';
import { navigationFor } from '../navigation.ts';
import { rankAll } from '../palette/palette-rank.ts';
import styles from './notice.module.css';
import { Notice } from './notice.tsx';

/** For any other path. People with a role can search the pages. */
export function NotFoundPage() {
  const { t } = useMessages();
  const { pathname } = useLocation();
  const { person } = useSelector(session.state);
  const isInShell = hasRoles(person);
  return (
    <Notice
      isInShell={isInShell}
      title={t('shell.not-found.title')}
      actions={
        isInShell ? null : (
          <Button variant="filled" component={Link} to="/">
            {t('common.action.go-home')}
          </Button>
        )
      }
    >
      <p>
        <T
          id="shell.not-found.body"
          values={{
            path: (
              <bdi key="path" dir="ltr">
                {pathname}
              </bdi>
            ),
          }}
        />
      </p>
      {isInShell ? <PageSearch /> : null}
    </Notice>
  );
}

function PageSearch() {
  const { t } = useMessages();
  const openLayer = use(OpenLayer);
  const [text, setText] = useState('');
  const pages = navigationFor(currentRoles()).flatMap(({ items }) =>
    items.map((item) => ({ ...item, title: t(item.titleKey), words: '' })),
  );
  const found = rankAll(text, pages);
  return (
    <>
      <TextInput
        w="100%"
        maw="26rem"
        label={t('shell.not-found.search')}
        leftSection={<IconSearch size={15} aria-hidden />}
        value={text}
        data-shortcut="search"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ul className={styles['pageList']}>
        {found.map(({ entry }) => (
          <li key={entry.path}>
            <Link to={entry.path}>
              <entry.icon size={16} stroke={1.75} aria-hidden />
              {entry.title}
            </Link>
          </li>
        ))}
        {found.length === 0 ? <li role="status">{t('shell.not-found.none')}</li> : null}
      </ul>
      <Button leftSection={<IconSearch size={15} aria-hidden />} onClick={() => openLayer('palette')}>
        {t('shell.not-found.everything')}
      </Button>
    </>
  );
}
