import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { NamedOwner } from './points-owner.ts';
import { plainPoints } from './points-words.ts';
import { type PointsWallet, useRefreshPoints } from './use-points-wallet.ts';

interface PointsNewsProps {
  readonly owner: NamedOwner;
  readonly wallet: PointsWallet;
}

/**
 * "3 new": entries of the wallet since its list was loaded, whatever its filters; offered instead of inserted between
 * the rows.
 */
export function PointsNews({ owner, wallet }: PointsNewsProps) {
  const { t, locale } = useMessages();
  const [seen, setSeen] = useState(wallet.entries);
  const refresh = useRefreshPoints(owner);
  const count = wallet.entries - seen;
  return (
    <div role="status" className="bc-list-news">
      {count > 0 ? (
        <Button
          variant="light"
          onClick={() => {
            setSeen(wallet.entries);
            void refresh();
          }}
        >
          {t('listing.news.show', { count, figure: plainPoints(count, locale) })}
        </Button>
      ) : null}
    </div>
  );
}
