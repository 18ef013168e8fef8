import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AccountNotesQuery } from '../../../generated/graphql.ts';
import { load, newIdempotencyKey, request } from '../../../lib/api/graphql-client.ts';
import { ReasonDialog } from '../../../records/reason-dialog.tsx';
import type { AccountRecord } from '../use-account.ts';
import { accountNotesQuery, retractNoteMutation } from './account-details.operations.ts';
import { AccountTab, MoreButton } from './account-tab.tsx';
import { NoteForm } from './note-form.tsx';
import { offerOf, useDetailsPages, useRefreshDetails } from './use-account-details.ts';

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
  return (
    <AccountTab loaded={notes}>
      {offerOf(account, 'WRITE_NOTE') === 'NOW' ? <NoteForm account={account} onWritten={refresh} /> : null}
      {rows.length === 0 ? <p className="bc-tab-note">{t('account.note.none')}</p> : null}
      <ul className="bc-tab-rows">
        {rows.map((note) => (
          <li key={note.id} className="bc-tab-row" data-over={note.retractedAt ? true : undefined}>
            <div>
              {note.text ? (
                <p className="bc-note-text">
                  <bdi>{note.text}</bdi>
                </p>
              ) : (
                <p className="bc-tab-note">
                  {t(account.state === 'ERASED' ? 'account.note.erased' : 'account.note.gone')}
                </p>
              )}
              <small>
                <bdi>{note.writtenBy.name}</bdi>
                {' · '}
                <RelativeTime value={new Date(note.writtenAt)} {...style} />
              </small>
              {note.retractedBy ? (
                <small>
                  {t('account.note.retracted-by', { name: note.retractedBy.name })}
                  {note.retractReason ? (
                    <>
                      {': '}
                      <bdi>{note.retractReason}</bdi>
                    </>
                  ) : null}
                </small>
              ) : null}
            </div>
            {note.retraction === 'NO' || account.state === 'ERASED' ? null : (
              <div className="bc-tab-end">
                <Button size="sm" onClick={() => setRetracting({ note, key: newIdempotencyKey() })}>
                  {t('account.note.retract')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <MoreButton pages={notes} />
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
    </AccountTab>
  );
}
