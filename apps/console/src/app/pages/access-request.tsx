import { LIMITS, type Permission } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { load, newIdempotencyKey, request } from '../../lib/api/graphql-client.ts';
import { dateFormat } from '../../lib/format/formats.ts';
import { isolatedList } from '../../lib/format/isolated.ts';
import { accessHelpQuery, requestAccessMutation } from './access-request.operations.ts';
import styles from './notice.module.css';

/** Names of administrators, and a request to them with an optional note. */
export function AccessRequest({ need }: { readonly need: Permission | undefined }) {
  const { t, locale, timeZone } = useMessages();
  const [note, setNote] = useState('');
  const [idempotencyKey] = useState(newIdempotencyKey);
  const help = useQuery({
    queryKey: ['access-help'],
    queryFn: async ({ signal }) => (await load(accessHelpQuery, {}, signal)).accessHelp,
    meta: { errorsShown: 'in-toast' },
  });
  const sending = useMutation({
    mutationFn: () =>
      request(
        requestAccessMutation,
        { input: { permission: need ?? null, note: note.trim() || null } },
        { idempotencyKey, successShown: 'in-place' },
      ),
    onSuccess: () => help.refetch(),
  });
  if (help.data === undefined) return null;
  const { administrators, requestedAt } = help.data;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!sending.isPending) sending.mutate();
  };
  return (
    <>
      {administrators.length === 0 ? null : (
        <p>{t('shell.no-access.administrators', { names: isolatedList(administrators, locale) })}</p>
      )}
      {requestedAt == null ? (
        <form className={styles['request']} onSubmit={submit}>
          <Textarea
            label={t('shell.no-access.note')}
            maxLength={LIMITS.reasonMaxLength}
            rows={3}
            dir="auto"
            value={note}
            onChange={({ currentTarget: { value } }) => setNote(value)}
          />
          <Button type="submit" loading={sending.isPending}>
            {t('shell.no-access.send')}
          </Button>
        </form>
      ) : (
        <p role="status">
          {t('shell.no-access.sent', {
            time: dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
              new Date(requestedAt),
            ),
          })}
        </p>
      )}
    </>
  );
}
