import { may } from '@backcounter/domain';
import { lazy, Suspense } from 'react';
import { NewButton } from '../../crud/new-button.tsx';
import { usePanel } from '../../crud/use-panel.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { ListPage } from '../../listing/list-page.tsx';
import { releaseList } from './release-list.ts';

const NewRelease = lazy(() => import('./form/new-release.tsx').then((module) => ({ default: module.NewRelease })));

/** `/admin/releases`. */
export function ReleaseListPage() {
  const panel = usePanel();
  const mayCreate = may(currentRoles(), 'release.edit');
  if (panel.isNew && mayCreate) {
    return (
      <Suspense fallback={null}>
        <NewRelease onClose={panel.close} />
      </Suspense>
    );
  }
  return <ListPage definition={releaseList} action={mayCreate ? <NewButton label="release.new.title" /> : null} />;
}
