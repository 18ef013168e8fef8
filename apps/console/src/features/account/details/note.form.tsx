import { ACCOUNT_LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button, Textarea } from '@mantine/core';
import { IconNote } from '@tabler/icons-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { newIdempotencyKey, request } from '../../../lib/api/graphql-client.ts';
import { RequestError } from '../../../lib/api/request-error.ts';
import type { AccountRecord } from '../use-account.ts';
import { writeNoteMutation } from './account-details.operations.ts';
import styles from './note-form.module.css';

interface NoteFormProps {
  readonly account: AccountRecord;
  readonly onWritten: () => Promise<void>;
}

/** A field for a new note about an account; it grows while one is written. */
export function NoteForm({ account, onWritten }: NoteFormProps) {
  const { t } = useMessages();
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [key, setKey] = useState(newIdempotencyKey);
  const running = useRef(false);
  const [isOpen, setOpen] = useState(false);
  // It doesn't shrink when the focus leaves: that would move the place of the click that took it.
  const isGrown = isOpen || text !== '';
  const hint = useId();
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    // State alone would let a second click through before the next render.
    if (text.trim() === '' || running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await request(writeNoteMutation, { input: { id: account.id, text } }, { idempotencyKey: key });
      setText('');
      setOpen(false);
      setKey(newIdempotencyKey());
      await onWritten();
    } catch (error) {
      // The client has shown a toast; the typed text stays.
      if (!(error instanceof RequestError)) throw error;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)} onFocus={() => setOpen(true)}>
      <Textarea
        label={t('account.note.label')}
        aria-describedby={isGrown ? hint : undefined}
        maxLength={ACCOUNT_LIMITS.noteMaxLength}
        rows={isGrown ? 3 : 1}
        dir="auto"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setKey(newIdempotencyKey());
        }}
      />
      <Button
        type="submit"
        leftSection={<IconNote size={16} stroke={1.75} aria-hidden />}
        disabled={text.trim() === ''}
        loading={isBusy}
      >
        {t('account.note.add')}
      </Button>
      {isGrown ? (
        <small id={hint}>{t('account.note.hint', { minutes: ACCOUNT_LIMITS.noteRetractMinutes })}</small>
      ) : null}
    </form>
  );
}
