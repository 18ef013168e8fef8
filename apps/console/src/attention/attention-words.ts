import { textIn } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import type { MessagesHook } from '@backcounter/i18n/react';
import type { AttentionItemViewFragment } from '../generated/graphql.ts';
import { jobErrorWords, jobTitle } from '../jobs/job-words.ts';
import { timeLeftWords } from '../lib/format/duration.ts';
import { formatNumber, formatPercent } from '../lib/format/formats.ts';
import { isolated, isolatedList } from '../lib/format/isolated.ts';
import { formatMoney } from '../lib/format/money.ts';

type Item = AttentionItemViewFragment;
type Formats = Pick<MessagesHook, 't' | 'locale' | 'timeZone' | 'figure'>;

/** Texts of an open task. */
export interface AttentionWords {
  readonly title: string;
  readonly detail: string | null;
  /** Label of the time behind it; null: no time is shown. */
  readonly time: { readonly label: string; readonly at: string } | null;
}

/** The sentence, the details, and the relevant time. */
export function attentionWords(item: Item, formats: Formats): AttentionWords {
  const { t } = formats;
  const name = isolated(nameOf(item, formats));
  const since = (label: string): AttentionWords['time'] => ({ label, at: item.since });
  const due = (label: string): AttentionWords['time'] => (item.dueAt == null ? null : { label, at: item.dueAt });
  const isPast = item.dueAt != null && new Date(item.dueAt) <= new Date();
  const count = item.count ?? 0;
  switch (item.kind) {
    case 'CAMPAIGN_BUDGET':
      return {
        title: limitTitle(item, name, formats),
        detail: limitDetail(item, formats),
        time: due(t('attention.time.ends')),
      };
    case 'CAMPAIGN_LEAK':
      return {
        title: t('attention.title.leak', { name }),
        detail: t('attention.detail.leak'),
        time: since(t('attention.time.since')),
      };
    case 'CAMPAIGN_ENDING':
      return { title: t('attention.title.ending', { name }), detail: null, time: due(t('attention.time.ends')) };
    case 'CAMPAIGN_STARTING':
      return {
        title: t('attention.title.starting', { name }),
        detail: null,
        time: due(t(isPast ? 'attention.time.should-begin' : 'attention.time.begins')),
      };
    case 'CAMPAIGN_DRAFT':
    case 'GIVEAWAY_DRAFT':
    case 'NOTIFICATION_DRAFT':
      return draftWords(item, name, formats);
    case 'GIVEAWAY_OVERDUE':
      return { title: t('attention.title.overdue', { name }), detail: null, time: due(t('attention.time.was-due')) };
    case 'GIVEAWAY_TO_ANNOUNCE':
      return {
        title: t('attention.title.announce', { name }),
        detail: t('attention.detail.winners', { count }),
        time: since(t('attention.time.drawn')),
      };
    case 'GIVEAWAY_TO_HAND_OVER':
      return {
        title: t('attention.title.hand-over', { name, count }),
        detail: null,
        time: since(t('attention.time.claimed')),
      };
    case 'GIVEAWAY_TO_DRAW':
      return { title: t('attention.title.draw', { name }), detail: null, time: due(t('attention.time.draw')) };
    case 'JOB_FAILED':
      return {
        title: t('attention.title.job', { job: item.job ? jobTitle(item.job, formats) : name }),
        // Other text follows on the same line.
        detail: item.errorCode == null ? null : jobErrorWords(item.errorCode, formats).replace(/\.$/, ''),
        time: since(t('attention.time.failed')),
      };
    case 'LEDGER_BROKEN':
      return {
        title: t('attention.title.ledger'),
        detail: t('attention.detail.faults', { count }),
        time: since(t('attention.time.checked')),
      };
    case 'NOTIFICATION_FAILED':
      return {
        title: t('attention.title.failed', { name }),
        detail: sentDetail(item, formats),
        time: since(t('attention.time.failed')),
      };
    case 'NOTIFICATION_PAUSED':
      return {
        title: t('attention.title.paused', { name }),
        detail: sentDetail(item, formats),
        time: since(t('attention.time.since')),
      };
    case 'SEGMENT_EMPTY':
      return {
        title: t('attention.title.empty-segment', { name }),
        detail: t('attention.detail.empty-segment'),
        time: since(t('attention.time.since')),
      };
    case 'STAFF_DISCLOSURE':
      return {
        title: t(DISCLOSED[item.limitKind ?? 'CONTACTS'] ?? 'attention.title.contacts', { name, count }),
        detail: usualDetail(item, formats),
        time: since(t('attention.time.since')),
      };
    case 'STAFF_REQUEST':
      return {
        title: t('attention.title.asks', { name }),
        detail: null,
        time: since(t('attention.time.since')),
      };
    case 'WALLETS_FROZEN':
      return {
        title: t('attention.title.frozen', { count }),
        detail: isolatedList(item.names, formats.locale),
        time: null,
      };
  }
}

/** Title for each kind of disclosure. */
const DISCLOSED: Readonly<Partial<Record<NonNullable<Item['limitKind']>, MessageKey>>> = {
  CODES: 'attention.title.codes',
  ROWS: 'attention.title.rows',
};

function usualDetail({ usual, limit }: Item, { t, figure }: Formats): string {
  return t('attention.detail.usual', { usual: figure(usual ?? 0), limit: figure(limit ?? 0) });
}

/** The display name of the record: its name, else its code. */
function nameOf({ subject }: Item, { locale, t }: Formats): string {
  const { title, titleI18n, code } = subject ?? {};
  return title ?? (titleI18n ? textIn(titleI18n, locale) : null) ?? code ?? t('attention.name.none');
}

function draftWords({ kind, dueAt, since }: Item, name: string, { t }: Formats): AttentionWords {
  const isPast = dueAt != null && new Date(dueAt) <= new Date();
  const isGiveaway = kind === 'GIVEAWAY_DRAFT';
  // A giveaway whose opening has passed needs other dates before it can be published.
  if (isGiveaway && isPast) return { title: name, detail: t('attention.detail.giveaway-late'), time: null };
  return {
    title: name,
    detail: t(
      kind === 'CAMPAIGN_DRAFT'
        ? 'attention.detail.campaign-draft'
        : isGiveaway
          ? 'attention.detail.giveaway-draft'
          : 'attention.detail.notification-draft',
    ),
    time: { label: t('attention.time.changed'), at: since },
  };
}

function limitTitle({ percent, limitKind }: Item, name: string, { t, locale }: Formats): string {
  const share = formatPercent((percent ?? 0) / 100, locale);
  if ((percent ?? 0) >= 100)
    return t(limitKind === 'USES' ? 'attention.title.no-uses' : 'attention.title.no-budget', { name });
  return t(limitKind === 'USES' ? 'attention.title.uses' : 'attention.title.budget', { name, share });
}

function limitDetail(item: Item, { t, locale }: Formats): string | null {
  if (item.hoursLeft != null) return t('attention.detail.pace', { time: timeLeftWords(item.hoursLeft, locale) });
  if (item.used == null || item.limit == null) return null;
  const figure = (value: number): string =>
    item.currency == null ? formatNumber(value, locale) : formatMoney(value, item.currency, locale);
  return t('attention.detail.used', { used: figure(item.used), limit: figure(item.limit) });
}

function sentDetail({ used, limit }: Item, { t, figure }: Formats): string | null {
  if (used == null || limit == null) return null;
  return t('attention.detail.sent', { used: figure(used), limit: figure(limit), count: limit });
}
