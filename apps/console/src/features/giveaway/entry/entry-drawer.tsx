import { GIVEAWAY_ENTRY_MACHINE, may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconBan, IconRestore } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { GiveawayEntryRowFragment } from '../../../generated/graphql.ts';
import { newIdempotencyKey, request } from '../../../lib/api/graphql-client.ts';
import { CopyChip } from '../../../lib/format/copy-chip.tsx';
import { ExactTime } from '../../../lib/format/exact-time.tsx';
import { currentRoles } from '../../../lib/settings/session.ts';
import { ReasonDialog } from '../../../records/reason-dialog.tsx';
import { RecordDrawer } from '../../../records/record-drawer.tsx';
import { FactList } from '../../../records/record-page.tsx';
import { useRefreshRich } from '../../../records/rich-record.ts';
import { askedBefore } from '../../../records/state-actions.ts';
import { type GiveawayRecord, giveaways } from '../giveaway.entity.ts';
import styles from '../giveaway-drawer.module.css';
import { entryDocuments } from '../giveaway-people.operations.ts';
import { accountWords } from '../people-words.ts';
import { EntryStateMark } from '../public.tsx';

interface EntryDrawerProps {
  readonly giveaway: GiveawayRecord;
  /** The row of the list. */
  readonly entry: GiveawayEntryRowFragment;
  readonly onClose: () => void;
}

interface Asking {
  readonly what: 'disqualify' | 'reinstate';
  readonly key: string;
}

/** One entry, with actions that exclude or restore it until the list is frozen. */
export function EntryDrawer({ giveaway, entry, onClose }: EntryDrawerProps) {
  const formats = useMessages();
  const { t, figure } = formats;
  const refresh = useRefreshRich(giveaways, giveaway.id);
  const [asking, setAsking] = useState<Asking | null>(null);
  const name = accountWords(entry.account);
  const ask = (what: Asking['what']) => setAsking({ what, key: newIdempotencyKey() });
  const isFixed = !['DRAFT', 'PUBLISHED'].includes(giveaway.state) || giveaway.status === 'CLOSED';
  return (
    <RecordDrawer title={name} state={<EntryStateMark state={entry.state} variant="pill" />} onClose={onClose}>
      <div className={styles['drawer']}>
        <FactList
          facts={[
            {
              name: t('giveaway.transaction.field.account'),
              value: (
                <Link to="/accounts/$id" params={{ id: entry.account.id }}>
                  <bdi>{name}</bdi> #{entry.account.publicNo}
                </Link>
              ),
            },
            { name: t('giveaway.transaction.field.tickets'), value: figure(entry.tickets) },
            { name: t('giveaway.entry.field.paid'), value: figure(entry.pointsPaid) },
            { name: t('giveaway.entry.field.entered'), value: <ExactTime at={entry.enteredAt} hasSeconds /> },
            ...(entry.stateReason
              ? [
                  { name: t('giveaway.transaction.field.reason'), value: <bdi>{entry.stateReason}</bdi> },
                  { name: t('giveaway.entry.field.changedAt'), value: <ExactTime at={entry.changedAt} hasSeconds /> },
                ]
              : []),
            {
              name: t('giveaway.transaction.field.entryId'),
              value: <CopyChip value={entry.id} />,
            },
          ]}
        />
        <div className="bc-row bc-wrap bc-gap-lg">
          <Link
            to="/giveaways/$id/transactions"
            params={{ id: giveaway.id }}
            search={{ account: entry.account.id }}
            resetScroll={false}
          >
            {t('giveaway.transaction.of-account', { name })}
          </Link>
          {entry.canDisqualify ? (
            <Button
              className="bc-destructive"
              leftSection={<IconBan size={16} stroke={1.75} aria-hidden />}
              onClick={() => ask('disqualify')}
            >
              {t('giveaway.entry.disqualify')}
            </Button>
          ) : null}
          {entry.canReinstate ? (
            <Button leftSection={<IconRestore size={16} stroke={1.75} aria-hidden />} onClick={() => ask('reinstate')}>
              {t('giveaway.entry.reinstate')}
            </Button>
          ) : null}
        </div>
        {isFixed && may(currentRoles(), 'giveaway.disqualify') ? (
          <p className="bc-form-hint">{t('giveaway.entry.fixed')}</p>
        ) : null}
      </div>
      {asking === null ? null : (
        <ReasonDialog
          title={t(`giveaway.entry.${asking.what}-title`, { name })}
          consequence={t(`giveaway.entry.${asking.what}-consequence`, { count: entry.tickets })}
          verb={t(`giveaway.entry.${asking.what}`)}
          {...askedBefore(GIVEAWAY_ENTRY_MACHINE, asking.what)}
          onClose={() => setAsking(null)}
          onConfirm={async (reason) => {
            try {
              const variables = { input: { giveawayId: giveaway.id, entryId: entry.id, reason } };
              const options = { idempotencyKey: asking.key, errorsShown: 'in-place' } as const;
              if (asking.what === 'disqualify') await request(entryDocuments.disqualify, variables, options);
              else await request(entryDocuments.reinstate, variables, options);
              setAsking(null);
            } finally {
              void refresh();
            }
          }}
        />
      )}
    </RecordDrawer>
  );
}
