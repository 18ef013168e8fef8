import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { usePanel } from '../../crud/use-panel.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { ListPage } from '../../listing/list-page.tsx';
import { KindSwitch } from '../../listing/timeline/kind-switch.tsx';
import { giveawayList } from './giveaway-list.ts';

const NewGiveaway = lazy(() => import('./form/new-giveaway.tsx').then((module) => ({ default: module.NewGiveaway })));

/** `/giveaways`. */
export function GiveawayListPage() {
  const { t } = useMessages();
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
          {mayCreate ? (
            <Button
              variant="filled"
              leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
              onClick={() => panel.open('new')}
            >
              {t('giveaway.new.title')}
            </Button>
          ) : null}
        </>
      }
    />
  );
}
