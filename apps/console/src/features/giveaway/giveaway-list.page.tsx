import { may } from '@backcounter/domain';
import { part } from '../../lib/page/part.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { ListPage } from '../../listing/list-page.tsx';
import { KindSwitch } from '../../listing/timeline/kind-switch.tsx';
import { NewButton } from '../../records/new-button.tsx';
import { usePanel } from '../../records/use-panel.ts';
import { giveawayList } from './giveaway.list.ts';

const NewGiveaway = part(() => import('./form/new-giveaway.tsx'), 'NewGiveaway');

/** `/giveaways`. */
export function GiveawayListPage() {
  const panel = usePanel();
  const mayCreate = may(currentRoles(), 'giveaway.edit');
  if (panel.isNew && mayCreate) {
    return <NewGiveaway onClose={panel.close} />;
  }
  return (
    <ListPage
      definition={giveawayList}
      action={
        <>
          <KindSwitch definition={giveawayList} />
          {mayCreate ? <NewButton label="giveaway.new.title" /> : null}
        </>
      }
    />
  );
}
