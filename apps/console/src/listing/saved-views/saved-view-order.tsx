import { useMessages } from '@backcounter/i18n/react';
import { request } from '../../lib/api/graphql-client.ts';
import { Dialog } from '../../lib/page/dialog.tsx';
import { OrderList } from '../order/order-list.tsx';
import type { SavedView } from './saved-view-state.ts';
import styles from './saved-views.module.css';
import { moveSavedViewMutation } from './saved-views.operations.ts';

interface SavedViewOrderProps {
  readonly views: readonly SavedView[];
  readonly onClose: () => void;
  readonly onMoved: () => void;
}

const GROUPS = [
  { scope: 'PERSONAL', labelKey: 'listing.views.arrange-own' },
  { scope: 'TEAM', labelKey: 'listing.views.arrange-team' },
] as const;

/** Reorders personal views and, with permission, the team's; by dragging, buttons and keyboard. */
export function SavedViewOrder({ views, onClose, onMoved }: SavedViewOrderProps) {
  const { t } = useMessages();
  const groups = GROUPS.map((group) => ({ ...group, views: views.filter(({ scope }) => scope === group.scope) }));
  return (
    <Dialog title={t('listing.views.arrange-title')} size={480} onClose={onClose}>
      {groups
        .filter(({ views: members }) => isOrderable(members))
        .map(({ scope, labelKey, views: members }) => (
          <section key={scope} className={styles['order']}>
            <h3>{t(labelKey)}</h3>
            <OrderList
              // Other members are another order.
              key={members
                .map(({ id }) => id)
                .sort()
                .join()}
              asked={0}
              label={t(labelKey)}
              items={members}
              move={async ({ id, version }, before, idempotencyKey) => {
                await request(
                  moveSavedViewMutation,
                  { input: { id, before } },
                  { idempotencyKey, successShown: 'in-place' },
                );
                return version;
              }}
              onMoved={onMoved}
            />
          </section>
        ))}
    </Dialog>
  );
}

/** True for groups of views that this person may reorder and that have more than one. */
function isOrderable(views: readonly SavedView[]): boolean {
  return views.length > 1 && views.every(({ mayChange }) => mayChange);
}
