import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconNote } from '@tabler/icons-react';
import { useState } from 'react';
import type { AccountNotesQuery } from '../../../generated/graphql.ts';
import { load, newIdempotencyKey, request } from '../../../lib/api/graphql-client.ts';
import { ReasonDialog } from '../../../records/reason-dialog.tsx';
import { TabCard, TabRow, TabRows } from '../../../records/tab/tab-rows.tsx';
import type { AccountRecord } from '../use-account.ts';
import { accountNotesQuery, retractNoteMutation } from './account-details.operations.ts';
import styles from './account-notes.module.css';
import { NoteForm } from './note.form.tsx';
import { offerOf, useAccountSummary, useDetailsPages, useRefreshDetails } from './use-account-details.ts';

type Note = AccountNotesQuery['accountNotes']['nodes'][number];
const PAGE_SIZE = 25;

/** Staff notes about an account. */
export function AccountNotes({ account }: { readonly account: AccountRecord }) {
  const { t, locale, timeZone } = useMessages();
  const style = { locale, timeZone };
  const refresh = useRefreshDetails(account.id);
  const [retracting, setRetracting] = useState<{ readonly note: Note; readonly key: string } | null>(null);
  const notes = useDetailsPages<Note>([account.id, 'notes'], async (after, signal) => {
    const variables = { id: account.id, first: PAGE_SIZE, after };
    return (await load(accountNotesQuery, variables, signal)).accountNotes;
  });
  const rows = notes.data?.pages.flatMap(({ nodes }) => nodes) ?? [];
  const kept = useAccountSummary(account.id).data?.notes;
  const [latest] = rows;
  return (
    <>
      <TabRows
        loaded={notes}
        rowCount={rows.length}
        head={{
          summary: kept === undefined ? t('account.tab.notes') : t('account.note.summary', { kept }),
          note: latest ? (
            <>
              {t('account.note.latest', { name: latest.writtenBy.name })}{' '}
              <RelativeTime value={new Date(latest.writtenAt)} {...style} />
            </>
          ) : null,
        }}
        above={offerOf(account, 'WRITE_NOTE') === 'NOW' ? <NoteForm account={account} onWritten={refresh} /> : null}
        empty={{ title: t('account.note.none'), body: t('account.note.none-body') }}
      >
        <TabCard>
          {rows.map((note) => (
            <TabRow
              key={note.id}
              icon={IconNote}
              isOver={Boolean(note.retractedAt)}
              title={
                note.text ? (
                  <p className={styles['text']} data-over={note.retractedAt ? true : undefined} dir="auto">
                    {note.text}
                  </p>
                ) : (
                  t(account.state === 'ERASED' ? 'account.note.erased' : 'account.note.gone')
                )
              }
              details={[note.writtenBy.name, <RelativeTime key="at" value={new Date(note.writtenAt)} {...style} />]}
              notes={[
                note.retractedBy ? (
                  <>
                    {t('account.note.retracted-by', { name: note.retractedBy.name })}
                    {note.retractReason ? (
                      <>
                        {': '}
                        <bdi>{note.retractReason}</bdi>
                      </>
                    ) : null}
                  </>
                ) : null,
              ]}
              end={
                note.retraction === 'NO' || account.state === 'ERASED' ? null : (
                  <Button size="sm" onClick={() => setRetracting({ note, key: newIdempotencyKey() })}>
                    {t('account.note.retract')}
                  </Button>
                )
              }
            />
          ))}
        </TabCard>
      </TabRows>
      {retracting ? (
        <ReasonDialog
          title={t('account.note.retract-title')}
          consequence={t('account.note.retract-consequence')}
          verb={t('account.note.retract')}
          isDestructive
          isReasonRequired={retracting.note.retraction === 'WITH_REASON'}
          onClose={() => setRetracting(null)}
          onConfirm={async (reason) => {
            try {
              const input = { noteId: retracting.note.id, reason: reason || null };
              await request(
                retractNoteMutation,
                { input },
                { idempotencyKey: retracting.key, errorsShown: 'in-place' },
              );
              setRetracting(null);
            } finally {
              void refresh();
            }
          }}
        />
      ) : null}
    </>
  );
}
