import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { AttentionNews } from '../../attention/attention-news.tsx';
import { AttentionRow } from '../../attention/attention-row.tsx';
import { attentionPrint, useAttention } from '../../attention/use-attention.ts';
import { errorKeyOf } from '../../lib/api/error-text.ts';
import { useEngagement, useHeld } from '../../lib/page/use-latched.ts';
import styles from './campaign-attention.module.css';

/** Most rows that are loaded; the list has all campaigns. */
const FIRST = 12;

/**
 * Campaigns that need their manager, the most urgent first: budgets at risk, codes that leak, ends and starts that are near.
 * The height is the same for any number of them, so that the list below keeps its place.
 */
export function CampaignAttention() {
  const { t } = useMessages();
  const attention = useAttention('MINE', FIRST);
  const { isEngaged, handlers } = useEngagement();
  const { shown, hasNews, show, accept } = useHeld(attention.data, isEngaged, attentionPrint);
  const again = async () => accept((await attention.refetch()).data);
  const failure = attention.error && !shown ? attention.error : null;
  return (
    <section
      className={styles['root']}
      aria-labelledby="campaign-attention"
      aria-busy={attention.isPending}
      {...handlers}
    >
      <header>
        <h2 id="campaign-attention">{t('attention.list.title')}</h2>
        <AttentionNews shown={shown} hasNews={hasNews} onShow={show} />
      </header>
      {failure || (shown?.items.length === 0 && shown.failed.length > 0) ? (
        <p role="alert">
          <b>{t('attention.list.failed')}</b>
          {failure ? t(errorKeyOf(failure)) : null}
          <Button size="sm" loading={attention.isFetching} onClick={() => void again()}>
            {t('common.action.retry')}
          </Button>
        </p>
      ) : shown === undefined ? (
        <Skeleton width="20rem" height="2rem" />
      ) : shown.items.length === 0 ? (
        <div className={styles['none']}>
          <IconCircleCheck size={24} stroke={1.5} aria-hidden />
          <p className="bc-grid">
            <b>{t('attention.list.none')}</b>
            <span>{t('attention.list.none-campaigns')}</span>
          </p>
        </div>
      ) : (
        <ul>
          {shown.items.map((item) => (
            <AttentionRow key={item.key} item={item} onDone={() => void again()} />
          ))}
        </ul>
      )}
    </section>
  );
}
