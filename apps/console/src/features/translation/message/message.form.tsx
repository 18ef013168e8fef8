import { may, TRANSLATION_LIMITS } from '@backcounter/domain';
import { directionOf } from '@backcounter/i18n';
import { checkMessage } from '@backcounter/i18n/check';
import { messageParts } from '@backcounter/i18n/preview';
import { useMessages } from '@backcounter/i18n/react';
import { Button, Textarea } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { diffWordsWithSpace } from 'diff';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import type { TranslationRowFragment } from '../../../generated/graphql.ts';
import { newIdempotencyKey, request } from '../../../lib/api/graphql-client.ts';
import { RequestError } from '../../../lib/api/request-error.ts';
import { toasts } from '../../../lib/page/toasts.ts';
import { fieldRuleKey } from '../../../lib/record/field-rules.ts';
import { changeSeen } from '../../../lib/record/record-steps.ts';
import { currentRoles } from '../../../lib/settings/session.ts';
import type { ListDefinition } from '../../../listing/list-definition.ts';
import { DialogProblem } from '../../../records/dialog-problem.tsx';
import { FIELD_ORDER, RecordForm } from '../../../records/form/record-form.tsx';
import { useRecordForm } from '../../../records/form/use-record-form.ts';
import {
  type LanguageRecord,
  type MessageRecord,
  useRefreshTranslations,
} from '../language/use-translation-language.ts';
import { syntaxKey } from '../syntax-key.ts';
import { messageDocuments } from '../translation.operations.ts';
import { useTranslationWords } from '../use-translation-words.ts';
import { MessageAbout } from './message-about.tsx';
import styles from './message-editor.module.css';
import { MessagePreview } from './message-preview.tsx';
import { useMessageWalk } from './use-message-walk.ts';

/**
 * The English text, with the parts marked that a translation must keep; for a stale text also the changes since its
 * translation.
 */
function MessageSource({ message }: { readonly message: MessageRecord }) {
  const { t } = useMessages();
  const { source, translatedFrom } = message;
  const isOther = translatedFrom != null && translatedFrom !== source;
  return (
    <section className={styles['source']} aria-label={t('translation.field.source')}>
      <h3>{t('translation.field.source')}</h3>
      <p lang="en" dir="ltr">
        <MessageText text={source} />
      </p>
      {isOther ? (
        <>
          <h3>{t('translation.editor.changed')}</h3>
          <p lang="en" dir="ltr" className={styles['diff']}>
            {diffWordsWithSpace(translatedFrom, source).map(({ value, added, removed }, index) => {
              const key = `${index} ${value}`;
              if (removed) return <del key={key}>{value}</del>;
              return added ? <ins key={key}>{value}</ins> : <span key={key}>{value}</span>;
            })}
          </p>
        </>
      ) : null}
    </section>
  );
}

/** A message's source, with placeholders, tags and choices marked. */
function MessageText({ text }: { readonly text: string }) {
  return messageParts(text).map((part, index) => {
    const key = `${index} ${part.text}`;
    return part.kind === 'text' ? (
      <span key={key}>{part.text}</span>
    ) : (
      <code key={key} data-kind={part.kind}>
        {part.text}
      </code>
    );
  });
}

interface MessageFormProps {
  readonly language: LanguageRecord;
  readonly definition: ListDefinition<TranslationRowFragment>;
  readonly message: MessageRecord;
  readonly onClose: () => void;
}

/**
 * Edits one text, and continues with the next. Input is checked while typing, and kept in this browser until it is
 * saved.
 */
export function MessageForm({ language, definition, message, onClose }: MessageFormProps) {
  const { t, dir } = useMessages();
  const words = useTranslationWords();
  const refresh = useRefreshTranslations();
  const walk = useMessageWalk(definition, message.id);
  const { locale, isSource } = language;
  const like = isSource ? (message.shippedValue ?? null) : message.source;
  const isFixed = message.state === 'RETIRED' || !may(currentRoles(), 'translation.write');
  /** Action after the save. */
  const then = useRef<'next' | 'stay'>('next');
  const [failure, setFailure] = useState<RequestError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const attempt = useRef<{ what: string; key: string }>(undefined);

  const onward = async () => {
    if (await walk.onward()) return;
    toasts.show({ type: 'info', message: t('translation.walk.done') });
  };
  const form = useRecordForm({
    record: `translation:${message.id}`,
    base: { value: message.value ?? null },
    version: message.version,
    rules: { value: z.string().max(TRANSLATION_LIMITS.valueMaxLength).nullable() },
    save: async ({ value }, expectedVersion, idempotencyKey) => {
      await request(
        messageDocuments.save,
        { input: { id: message.id, expectedVersion, value: value ?? null } },
        { idempotencyKey, errorsShown: 'in-place' },
      );
    },
    onSaved: () => {
      const leave = then.current === 'next' ? onward() : Promise.resolve();
      void leave.finally(refresh);
    },
  });
  const text = form.values.value ?? '';
  const live = useMemo(
    () => (text.trim() === '' ? [] : checkMessage(text.trim(), { locale, source: like })),
    [text, locale, like],
  );
  const refused = form.problems['value']?.filter(({ rule }) => !live.some((problem) => problem.rule === rule)) ?? [];
  const problems = [...live, ...refused];

  const { offered, takeDraft } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the draft found on mount
  useEffect(() => {
    if (offered) takeDraft();
  }, []);
  const [isRestored] = useState(offered !== null);
  const keep = useRef(form.keepDraft);
  useEffect(() => {
    keep.current = form.keepDraft;
  });
  useEffect(() => {
    form.form.current?.querySelector<HTMLElement>('[name="value"]')?.focus();
    // Keeps unsaved input on any way out.
    return () => keep.current();
  }, [form.form]);

  /** Runs an action other than saving, once at a time; an error shows in place. */
  const act = async (what: 'accept' | 'restore') => {
    if (isBusy) return;
    if (attempt.current?.what !== what) attempt.current = { what, key: newIdempotencyKey() };
    setBusy(true);
    setFailure(null);
    try {
      const options = { idempotencyKey: attempt.current.key, errorsShown: 'in-place' } as const;
      if (what === 'accept')
        await changeSeen(messageDocuments.save, message, { value: message.value ?? null }, options);
      else await changeSeen(messageDocuments.restore, message, {}, options);
      form.discard();
      if (what === 'accept') await onward();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      attempt.current = undefined;
      setFailure(error);
    } finally {
      setBusy(false);
      await refresh();
    }
  };
  const step = (by: 1 | -1) => void walk.step(by);
  const save = (after: 'next' | 'stay') => {
    then.current = after;
    if (problems.length > 0) form.form.current?.querySelector<HTMLElement>('[name="value"]')?.focus();
    else if (form.isDirty) form.submit();
    else if (after === 'next') void onward();
  };
  const isStale = message.state === 'STALE' && !form.isDirty;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      step(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.stopPropagation();
      if (event.shiftKey && isStale) void act('accept');
      else if (!event.shiftKey) save('next');
    }
  };

  return (
    <div className={styles['editor']} onKeyDownCapture={onKeyDown}>
      <RecordForm
        form={form}
        label={t('translation.editor.title')}
        {...words}
        onCancel={onClose}
        bar={
          <MessageBar
            isDirty={form.isDirty}
            isBusy={isBusy || form.isSaving}
            isRefused={problems.length > 0}
            isStale={isStale}
            isFixed={isFixed}
            canRestore={!isFixed && message.isEdited && message.shippedValue != null}
            problem={form.formError ?? failure}
            onStep={step}
            onAccept={() => void act('accept')}
            onRestore={() => void act('restore')}
            onSave={() => save('next')}
          />
        }
      >
        {isSource ? null : <MessageSource message={message} />}
        {isRestored && form.isDirty ? (
          <p className="bc-muted" role="status">
            {t('translation.editor.draft')}{' '}
            <Button size="sm" variant="subtle" onClick={form.discard}>
              {t('records.draft.drop')}
            </Button>
          </p>
        ) : null}
        <Textarea
          key={locale}
          name="value"
          label={isSource ? t('translation.field.source') : t('translation.editor.value', { language: language.name })}
          description={t('translation.editor.count', {
            count: [...text].length,
            max: TRANSLATION_LIMITS.valueMaxLength,
          })}
          inputWrapperOrder={FIELD_ORDER}
          lang={locale}
          dir={text === '' ? dir : directionOf(locale)}
          autosize={false}
          rows={4}
          spellCheck
          maxLength={TRANSLATION_LIMITS.valueMaxLength}
          readOnly={isFixed}
          value={text}
          error={problems.length > 0}
          aria-describedby="message-problems"
          onChange={(event) => form.set('value', event.currentTarget.value)}
        />
        <ul id="message-problems" className={styles['problems']} aria-live="polite">
          {problems.map(({ rule, params }) => (
            <li className="bc-flex bc-gap-xs" key={rule}>
              <IconAlertCircle size={14} stroke={1.75} aria-hidden />
              {rule === 'message-syntax' ? t(syntaxKey(params?.['detail'])) : t(fieldRuleKey(rule), params)}
            </li>
          ))}
        </ul>
        <MessagePreview
          text={text.trim() === '' ? message.source : text.trim()}
          isFallback={text.trim() === ''}
          locale={locale}
        />
        <MessageAbout message={message} language={language} />
      </RecordForm>
    </div>
  );
}

interface MessageBarProps {
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  readonly isRefused: boolean;
  readonly isStale: boolean;
  readonly isFixed: boolean;
  readonly canRestore: boolean;
  readonly problem: RequestError | null;
  readonly onStep: (by: 1 | -1) => void;
  readonly onAccept: () => void;
  readonly onRestore: () => void;
  readonly onSave: () => void;
}

/** Actions on the text, at the foot of the drawer, each with a keyboard shortcut. */
function MessageBar(props: MessageBarProps) {
  const { t } = useMessages();
  const { isDirty, isBusy, isFixed } = props;
  return (
    <div className={styles['bar']}>
      {props.problem ? <DialogProblem error={props.problem} /> : null}
      <div className="bc-wrap bc-gap-xs">
        <Button variant="subtle" aria-keyshortcuts="Alt+ArrowUp" onClick={() => props.onStep(-1)}>
          {t('translation.walk.previous')} <kbd>Alt ↑</kbd>
        </Button>
        <Button variant="subtle" aria-keyshortcuts="Alt+ArrowDown" onClick={() => props.onStep(1)}>
          {t('translation.walk.next')} <kbd>Alt ↓</kbd>
        </Button>
        {props.canRestore ? (
          <Button variant="subtle" disabled={isBusy} onClick={props.onRestore}>
            {t('translation.editor.restore')}
          </Button>
        ) : null}
      </div>
      <div className="bc-row bc-wrap bc-push bc-gap-md">
        {props.isStale && !isFixed ? (
          <Button disabled={isBusy} aria-keyshortcuts="Control+Shift+Enter" onClick={props.onAccept}>
            {t('translation.accept.action')}
          </Button>
        ) : null}
        <Button
          variant="filled"
          aria-keyshortcuts="Control+Enter"
          disabled={isFixed || !isDirty || props.isRefused}
          loading={isBusy}
          onClick={props.onSave}
        >
          {t('translation.editor.save')} <kbd>Ctrl ↵</kbd>
        </Button>
      </div>
    </div>
  );
}
