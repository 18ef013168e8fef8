import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime } from '@backcounter/ui';
import { Button, Switch } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { IconHash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AccountTopicsQuery } from '../../../generated/graphql.ts';
import { load, newIdempotencyKey, type RequestOptions, request } from '../../../lib/api/graphql-client.ts';
import { RequestError } from '../../../lib/api/request-error.ts';
import { currentRoles } from '../../../lib/settings/session.ts';
import { offerUndo } from '../../../records/offer-undo.ts';
import { ReasonDialog } from '../../../records/reason-dialog.tsx';
import { countedChoices, countsOf, TabFilter } from '../../../records/tab/tab-filter.tsx';
import { TabCard, TabRow, TabRows } from '../../../records/tab/tab-rows.tsx';
import type { AccountRecord } from '../use-account.ts';
import { accountTopicsQuery, setAccountTopicMutation } from './account-details.operations.ts';
import { offerOf, useRefreshDetails } from './use-account-details.ts';

type Topic = AccountTopicsQuery['accountTopics'][number];
const CHOICES = ['subscribed', 'unsubscribed'] as const;
type Choice = (typeof CHOICES)[number];
const choiceOf = ({ isSubscribed }: Topic): Choice => (isSubscribed ? 'subscribed' : 'unsubscribed');

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

  const [choice, setChoice] = useState<Choice | null>(null);
  const all = topics.data ?? [];
  const shown = all.filter((topic) => choice === null || choiceOf(topic) === choice);
  const counts = countsOf(all, CHOICES, choiceOf);
  const notNow =
    offer === 'NOT_NOW' ? t('account.action.not-now', { state: t(`account.state.${account.state}`) }) : null;
  const groups = Map.groupBy(shown, ({ categoryId }) => categoryId);
  return (
    <>
      <TabRows
        loaded={topics}
        rowCount={shown.length}
        head={{
          summary: t('account.topic.summary', { subscribed: counts.subscribed, all: all.length }),
          note: notNow ?? (account.pushConsent ? null : t('account.topic.no-consent')),
          filter: (
            <TabFilter
              label={t('records.tab.filter')}
              value={choice}
              onChange={setChoice}
              choices={countedChoices(
                t('records.tab.all'),
                CHOICES,
                (each) => t(`account.topic.choice.${each}`),
                counts,
              )}
            />
          ),
        }}
        empty={{
          title: t('account.topic.none'),
          body: t('account.topic.none-body'),
          action:
            notNow ??
            (may(currentRoles(), 'area.admin') ? (
              <Button component={Link} to="/admin/topics">
                {t('account.topic.none-action')}
              </Button>
            ) : null),
        }}
        onShowAll={choice === null ? null : () => setChoice(null)}
      >
        {[...groups.values()].map((group) => (
          <TabCard key={group[0]?.categoryId} title={group[0]?.category}>
            {group.map((topic) => (
              <TabRow
                key={topic.topicId}
                icon={IconHash}
                isInline
                title={<bdi>{topic.name}</bdi>}
                details={[
                  t(`account.topic.kind.${topic.kind}`),
                  topic.source && topic.changedAt
                    ? t(`account.topic.source.${topic.source}`, { name: topic.changedBy?.name ?? '' })
                    : null,
                  topic.source && topic.changedAt ? (
                    <RelativeTime key="at" value={new Date(topic.changedAt)} locale={locale} timeZone={timeZone} />
                  ) : null,
                ]}
                notes={[topic.isSubscribed && !topic.isEffective ? t('account.topic.no-effect') : null]}
                end={
                  <Switch
                    size="sm"
                    aria-label={topic.name}
                    checked={topic.isSubscribed}
                    disabled={offer !== 'NOW'}
                    onChange={() => void change(topic)}
                  />
                }
              />
            ))}
          </TabCard>
        ))}
      </TabRows>
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
    </>
  );
}
