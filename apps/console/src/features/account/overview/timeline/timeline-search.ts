import type { MessagesHook } from '@backcounter/i18n/react';
import { partyName, referenceName } from '../../../../points/points-words.ts';
import { verbWords } from '../../../../records/action-words.ts';
import type { TimelineEvent } from '../timeline-sources.ts';

/** The words of an event that a search looks at: its sentence, receipt, reason and note. */
function wordsOf(event: TimelineEvent, messages: Pick<MessagesHook, 't'>): readonly (string | null | undefined)[] {
  const { t } = messages;
  switch (event.kind) {
    case 'points': {
      const { code, otherSide, reason } = event.of;
      return [t(`points.kind.${code}`), partyName(otherSide, { t }), referenceName(event.of, { t }), reason];
    }
    case 'notifications':
      return [t('account.activity.notification'), event.of.notification.title, event.of.topic.name];
    case 'coupons':
      return [t('account.activity.coupon'), event.of.campaign.name, event.of.store?.name, event.of.codeLast4];
    case 'giveaways':
      return [t('account.activity.giveaway'), event.of.giveaway.title, event.of.giveaway.code, event.of.prizeTitle];
    case 'badges':
      return [t('account.timeline.badge', { name: event.of.badge.name }), event.of.note, event.of.awardedBy?.name];
    case 'notes':
      return [t('account.activity.note'), event.of.text, event.of.writtenBy.name];
    case 'history':
      return [verbWords(event.of.action, messages), event.of.reason, event.of.actor.name];
  }
}

/** Reports whether an event has all words of a search. */
export function matchesSearch(
  event: TimelineEvent,
  search: string,
  messages: Pick<MessagesHook, 't' | 'locale'>,
): boolean {
  const wanted = search.toLocaleLowerCase(messages.locale).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return true;
  const text = wordsOf(event, messages).filter(Boolean).join(' ').toLocaleLowerCase(messages.locale);
  return wanted.every((word) => text.includes(word));
}
