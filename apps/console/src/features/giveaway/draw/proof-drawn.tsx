import { useMessages } from '@backcounter/i18n/react';
import { Avatar } from '@backcounter/ui';
import { Link } from '@tanstack/react-router';
import { RecordCard } from '../../../records/record-page.tsx';
import type { ProofRecord } from './use-proof.ts';

/** As many as one page of the API has. */
const DRAWN_MAX = 100;

/** Who was drawn, in that order, and which ticket it was. */
export function ProofDrawn({ drawn }: Pick<ProofRecord, 'drawn'>) {
  const { t, locale } = useMessages();
  const figure = (value: number) => new Intl.NumberFormat(locale).format(value);
  const winners = drawn.filter(({ isAlternate }) => !isAlternate).length;
  return (
    <RecordCard
      title={t('proof.drawn.title')}
      action={<span className="bc-proof-hint">{t('proof.drawn.no-redraw')}</span>}
    >
      <ol className="bc-proof-drawn">
        {drawn.map((each) => {
          const name = each.accountName ?? t('account.place.nameless', { number: String(each.accountNo) });
          return (
            <li key={each.position}>
              <span>{figure(each.position)}</span>
              <Avatar id={each.accountId} name={name} size="bar" />
              <span>
                <Link to="/accounts/$id" params={{ id: each.accountId }}>
                  <bdi>{name}</bdi>
                </Link>
                <small>
                  {t('proof.drawn.ticket', { ticket: figure(each.ticket + 1), total: figure(each.remainingTickets) })}
                </small>
              </span>
              <span dir="auto">
                {each.isAlternate
                  ? t('proof.drawn.alternate', { number: figure(each.position - winners) })
                  : each.prizeTitle}
              </span>
            </li>
          );
        })}
      </ol>
      {drawn.length < DRAWN_MAX ? null : (
        <p className="bc-proof-more">{t('proof.drawn.more', { count: DRAWN_MAX, figure: figure(DRAWN_MAX) })}</p>
      )}
    </RecordCard>
  );
}
