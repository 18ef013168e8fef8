import { may } from '@backcounter/domain';
import { part } from '../../lib/page/part.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { ListPage } from '../../listing/list-page.tsx';
import { NewButton } from '../../records/new-button.tsx';
import { usePanel } from '../../records/use-panel.ts';
import { releaseList } from './release.list.ts';

const NewRelease = part(() => import('./form/new-release.tsx'), 'NewRelease');

/** `/admin/releases`. */
export function ReleaseListPage() {
  const panel = usePanel();
  const mayCreate = may(currentRoles(), 'release.edit');
  if (panel.isNew && mayCreate) {
    return <NewRelease onClose={panel.close} />;
  }
  return <ListPage definition={releaseList} action={mayCreate ? <NewButton label="release.new.title" /> : null} />;
}
