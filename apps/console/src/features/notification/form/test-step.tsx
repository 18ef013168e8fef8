import { useMessages } from '@backcounter/i18n/react';
import { State } from '@backcounter/ui';
import { Button, TextInput } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconSend } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { errorKeyOf } from '../../../lib/api/error-text.ts';
import { load, newIdempotencyKey } from '../../../lib/api/graphql-client.ts';
import { RequestError } from '../../../lib/api/request-error.ts';
import { fieldRuleKey } from '../../../lib/record/field-rules.ts';
import { changeSeen } from '../../../lib/record/record-steps.ts';
import { Select } from '../../../lib/select/select.tsx';
import { FIELD_ORDER } from '../../../records/form/record-form.tsx';
import { ownName } from '../../../records/form/text-languages.ts';
import { useRefreshRich } from '../../../records/rich-record.ts';
import { rightTo } from '../../../records/state-actions.ts';
import { type NotificationRecord, notifications } from '../notification.entity.ts';
import { myTestAccountQuery, sendTestNotificationMutation } from '../notification.operations.ts';
import styles from './notification-form.module.css';
import { TestSends } from './test-sends.tsx';

interface TestStepProps {
  readonly notification: NotificationRecord;
  readonly language: string;
  readonly languages: readonly string[];
}

/** Sends the present content to one account. Sending to the audience requires such a test. */
export function TestStep({ notification, language, languages }: TestStepProps) {
  const { t } = useMessages();
  const refresh = useRefreshRich(notifications, notification.id);
  const queryClient = useQueryClient();
  const [account, setAccount] = useState<string | null>(null);
  const [tag, setTag] = useState(language);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef(false);
  const attempt = useRef<{ readonly content: string; readonly key: string }>(undefined);
  const mine = useQuery({
    queryKey: ['notification-test-account'],
    meta: { errorsShown: 'in-toast' },
    queryFn: async ({ signal }) => (await load(myTestAccountQuery, {}, signal)).myTestAccount ?? null,
  });
  const named = account ?? (mine.data ? String(mine.data.publicNo) : '');
  const right = rightTo(notification, 'TEST');

  const send = async () => {
    if (running.current || named.trim() === '') return;
    running.current = true;
    setBusy(true);
    setProblem(null);
    // A retry after a lost answer is the same test; a send after an answer is another one.
    const content = JSON.stringify([named.trim(), tag, notification.version]);
    if (attempt.current?.content !== content) attempt.current = { content, key: newIdempotencyKey() };
    try {
      const said = { account: named.trim(), locale: tag };
      const options = { idempotencyKey: attempt.current.key, errorsShown: 'in-place' } as const;
      await changeSeen(sendTestNotificationMutation, notification, said, options);
      attempt.current = undefined;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const broken = Object.values(error.details.fields ?? {})[0]?.[0];
      if (error.code !== 'network.unreachable' && error.code !== 'network.timed-out') attempt.current = undefined;
      const isNobody = broken?.rule === 'unknown' && error.details.fields?.['account'] !== undefined;
      setProblem(
        isNobody
          ? t('notification.test.nobody')
          : broken
            ? t(fieldRuleKey(broken.rule), broken.params)
            : t(errorKeyOf(error)),
      );
    } finally {
      running.current = false;
      setBusy(false);
      await Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: ['notification-test-account'] })]);
    }
  };

  return (
    <>
      <p className="bc-form-hint">{t('notification.test.hint')}</p>
      <div className={styles['testForm']}>
        <TextInput
          name="testAccount"
          label={t('notification.test.account')}
          description={t('notification.test.account-hint')}
          inputWrapperOrder={FIELD_ORDER}
          dir="ltr"
          autoComplete="off"
          maxLength={254}
          value={named}
          error={
            problem === null ? undefined : (
              <span className="bc-form-problem">
                <IconAlertCircle size={14} stroke={1.75} aria-hidden />
                {problem}
              </span>
            )
          }
          onChange={(event) => {
            setAccount(event.currentTarget.value);
            setProblem(null);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            void send();
          }}
        />
        <Select
          name="testLanguage"
          label={t('notification.test.language')}
          value={tag}
          options={languages.map((value) => ({ value, label: ownName(value) }))}
          onChange={setTag}
        />
        <Button
          leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
          loading={isBusy}
          disabled={named.trim() === '' || right?.isAllowed === false}
          onClick={() => void send()}
        >
          {t('notification.test.action')}
        </Button>
      </div>
      <p role="status">
        {notification.isTested ? (
          <State tone="positive" icon={IconCircleCheck} word={t('notification.test.done')} />
        ) : (
          <State tone="warning" icon={IconAlertTriangle} word={t('notification.test.needed')} />
        )}
      </p>
      {notification.testSends.length > 0 ? <TestSends notification={notification} /> : null}
    </>
  );
}
