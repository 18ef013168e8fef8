import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime } from '@backcounter/ui';
import { Switch } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountTopicsQuery } from '../../../generated/graphql.ts';
import { load, newIdempotencyKey, type RequestOptions, request } from '../../../lib/api/graphql-client.ts';
import { RequestError } from '../../../lib/api/request-error.ts';
import { offerUndo } from '../../../records/offer-undo.ts';
import { ReasonDialog } from '../../../records/reason-dialog.tsx';
import type { AccountRecord } from '../use-account.ts';
import { accountTopicsQuery, setAccountTopicMutation } from './account-details.operations.ts';
import { AccountTab } from './account-tab.tsx';
import { offerOf, useRefreshDetails } from './use-account-details.ts';

type Topic = AccountTopicsQuery['accountTopics'][number];

/** Subscriptions of an account, by category. */
export function AccountTopics({ account }: { readonly account: AccountRecord }) {
  const messages = useMessages();
  const { t, locale, timeZone } = messages;
  const refresh = useRefreshDetails(account.id);
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<Topic | null>(null);
  const topics = useQuery({
    queryKey: ['account-belongings', account.id, 'topics', locale],
    queryFn: async ({ signal }) => (await load(accountTopicsQuery, { id: account.id, locale }, signal)).accountTopics,
  });
  const offer = offerOf(account, 'CHANGE_TOPICS');

  const send = async (
    topic: Topic,
    isSubscribed: boolean,
    reason: string | null,
    errorsShown: NonNullable<RequestOptions['errorsShown']>,
  ) => {
    await request(
      setAccountTopicMutation,
      { input: { id: account.id, topicId: topic.topicId, isSubscribed, reason } },
      { idempotencyKey: newIdempotencyKey(), errorsShown, successShown: 'by-caller' },
    );
    offerUndo(messages, async () => {
      try {
        const input = {
          id: account.id,
          topicId: topic.topicId,
          isSubscribed: !isSubscribed,
          reason: t('account.topic.undone'),
        };
        await request(setAccountTopicMutation, { input });
      } finally {
        void refresh();
      }
    });
  };
  const change = async (topic: Topic) => {
    if (busy.has(topic.topicId)) return;
    // The owner unsubscribed in the app: staff give a reason to subscribe them again.
    if (!topic.isSubscribed && topic.source === 'APP') {
      setAsking(topic);
      return;
    }
    setBusy((before) => new Set(before).add(topic.topicId));
    try {
      await send(topic, !topic.isSubscribed, null, ['reason.required']);
    } catch (error) {
      // The client has shown a toast.
      if (!(error instanceof RequestError)) throw error;
      if (error.code === 'reason.required') setAsking(topic);
    } finally {
      await refresh();
      setBusy((before) => new Set([...before].filter((id) => id !== topic.topicId)));
    }
  };

  const groups = Map.groupBy(topics.data ?? [], ({ categoryId }) => categoryId);
  return (
    <AccountTab loaded={topics}>
      {account.pushConsent ? null : <p className="bc-tab-note bc-warned">{t('account.topic.no-consent')}</p>}
      {groups.size === 0 ? <p className="bc-tab-note">{t('account.topic.none')}</p> : null}
      {[...groups.values()].map((group) => (
        <section key={group[0]?.categoryId}>
          <h2 dir="auto">{group[0]?.category}</h2>
          <ul className="bc-tab-rows">
            {group.map((topic) => (
              <li key={topic.topicId} className="bc-tab-row" data-inline>
                <div>
                  <b dir="auto">{topic.name}</b>
                  <small>
                    {t(`account.topic.kind.${topic.kind}`)}
                    {topic.source && topic.changedAt ? (
                      <>
                        {' · '}
                        {t(`account.topic.source.${topic.source}`, { name: topic.changedBy?.name ?? '' })}
                        {' · '}
                        <RelativeTime value={new Date(topic.changedAt)} locale={locale} timeZone={timeZone} />
                      </>
                    ) : null}
                  </small>
                  {topic.isSubscribed && !topic.isEffective ? (
                    <small className="bc-warned">{t('account.topic.no-effect')}</small>
                  ) : null}
                </div>
                <Switch
                  size="sm"
                  aria-label={topic.name}
                  checked={topic.isSubscribed}
                  disabled={offer !== 'NOW'}
                  onChange={() => void change(topic)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {offer === 'NOT_NOW' ? (
        <p className="bc-tab-note">{t('account.action.not-now', { state: t(`account.state.${account.state}`) })}</p>
      ) : null}
      {asking ? (
        <ReasonDialog
          title={t('account.topic.rejoin-title', { topic: asking.name })}
          consequence={t('account.topic.rejoin-consequence')}
          verb={t('account.topic.rejoin')}
          isDestructive={false}
          isReasonRequired
          onClose={() => setAsking(null)}
          onConfirm={async (reason) => {
            try {
              await send(asking, true, reason, 'in-place');
              setAsking(null);
            } finally {
              void refresh();
            }
          }}
        />
      ) : null}
    </AccountTab>
  );
}
