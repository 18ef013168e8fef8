import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { usePanel } from '../../crud/use-panel.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { ListPage } from '../../listing/list-page.tsx';
import { releaseList } from './release-list.ts';

const NewRelease = lazy(() => import('./form/new-release.tsx').then((module) => ({ default: module.NewRelease })));

/** `/admin/releases`. */
export function ReleaseListPage() {
  const { t } = useMessages();
  const panel = usePanel();
  const mayCreate = may(currentRoles(), 'release.edit');
  if (panel.isNew && mayCreate) {
    return (
      <Suspense fallback={null}>
        <NewRelease onClose={panel.close} />
      </Suspense>
    );
  }
  return (
    <ListPage
      definition={releaseList}
      action={
        mayCreate ? (
          <Button
            variant="filled"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => panel.open('new')}
          >
            {t('release.new.title')}
          </Button>
        ) : null
      }
    />
  );
}
