import { may } from '@backcounter/domain';
import { part } from '../../lib/page/part.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { ListPage } from '../../listing/list-page.tsx';
import { KindSwitch } from '../../listing/timeline/kind-switch.tsx';
import { NewButton } from '../../records/new-button.tsx';
import { usePanel } from '../../records/use-panel.ts';
import { notificationList } from './notification.list.ts';

const NewNotification = part(() => import('./form/new-notification.tsx'), 'NewNotification');

/** The one segment that the list is filtered by. */
const segmentOf = (filter = ''): string | null => (/^[\da-f-]{36}$/i.test(filter) ? filter : null);

/** `/notifications`. */
export function NotificationListPage() {
  const panel = usePanel();
  const mayCreate = may(currentRoles(), 'notification.edit');
  if (panel.isNew && mayCreate) {
    return <NewNotification segmentId={segmentOf(panel.search['segment'])} onClose={panel.close} />;
  }
  return (
    <ListPage
      definition={notificationList}
      action={
        <>
          <KindSwitch definition={notificationList} />
          {mayCreate ? <NewButton label="notification.new.action" /> : null}
        </>
      }
    />
  );
}
