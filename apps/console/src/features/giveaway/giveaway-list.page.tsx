import { may } from '@backcounter/domain';
import { lazy, Suspense } from 'react';
import { NewButton } from '../../crud/new-button.tsx';
import { usePanel } from '../../crud/use-panel.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { ListPage } from '../../listing/list-page.tsx';
import { KindSwitch } from '../../listing/timeline/kind-switch.tsx';
import { giveawayList } from './giveaway-list.ts';

const NewGiveaway = lazy(() => import('./form/new-giveaway.tsx').then((module) => ({ default: module.NewGiveaway })));

/** `/giveaways`. */
export function GiveawayListPage() {
  const panel = usePanel();
  const mayCreate = may(currentRoles(), 'giveaway.edit');
  if (panel.isNew && mayCreate) {
    return (
      <Suspense fallback={null}>
        <NewGiveaway onClose={panel.close} />
      </Suspense>
    );
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
