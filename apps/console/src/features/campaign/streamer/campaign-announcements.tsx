import { useMessages } from '@backcounter/i18n/react';
import { ActionIcon, Button } from '@mantine/core';
import { IconCircleX, IconHourglassEmpty, IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AnnouncementFragment } from '../../../generated/graphql.ts';
import { request } from '../../../lib/api/graphql-client.ts';
import { zonedWords } from '../../../lib/format/zoned-words.ts';
import { followLive } from '../../../lib/live/live-feed.ts';
import { refreshLists } from '../../../listing/use-list-data.ts';
import { CAMPAIGN_LISTS } from '../campaign.entity.ts';
import { campaignAnnouncedSubscription, dismissAnnouncementsMutation } from './announcement.operations.ts';
import styles from './campaign-announcements.module.css';

const ICONS = {
  PAUSED: IconPlayerPause,
  RESUMED: IconPlayerPlay,
  ENDED: IconHourglassEmpty,
  CANCELED: IconCircleX,
} as const;
/** Number of announcements shown at once, so that the list stays in view; others follow as these are dismissed. */
const SHOWN = 3;

/** Unread news of a partner's campaigns above the list, live. */
export function CampaignAnnouncements() {
  const { t, locale, timeZone } = useMessages();
  const queryClient = useQueryClient();
  const [unread, setUnread] = useState<readonly AnnouncementFragment[]>([]);
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    let isFirst = true;
    return followLive(
      campaignAnnouncedSubscription,
      {},
      {
        onResult: ({ campaignAnnounced }) => {
          setUnread(campaignAnnounced);
          // The list and the start page show the same state.
          if (!isFirst) {
            void refreshLists(queryClient, CAMPAIGN_LISTS.campaigns);
            void queryClient.invalidateQueries({ queryKey: ['campaign', 'own-campaigns'] });
          }
          isFirst = false;
        },
      },
    );
  }, [queryClient]);

  const dismiss = async (read: readonly AnnouncementFragment[]) => {
    const rest = unread.filter((each) => !read.includes(each));
    setUnread(rest);
    // The focused button disappears: focus moves to the next one, or to the element after the region.
    requestAnimationFrame(() => {
      const next = region.current?.querySelector<HTMLElement>('button') ?? document.querySelector<HTMLElement>('main');
      if (document.activeElement === document.body) next?.focus({ preventScroll: true });
    });
    const announcements = read.map(({ campaignId, at }) => ({ campaignId, at }));
    try {
      const answer = await request(dismissAnnouncementsMutation, { announcements }, { successShown: 'in-place' });
      setUnread(answer.dismissCampaignAnnouncements.campaignAnnouncements);
    } catch {
      setUnread(unread);
    }
  };

  const shown = unread.slice(0, SHOWN);
  return (
    <section ref={region} className={styles['announcements']} aria-label={t('campaign.news.label')} aria-live="polite">
      {shown.map((each) => {
        const Icon = ICONS[each.kind];
        return (
          <div key={`${each.campaignId} ${each.at}`} data-kind={each.kind}>
            <Icon size={16} stroke={1.75} aria-hidden />
            <p className="bc-grow bc-shrink bc-break" dir="auto">
              {t(`campaign.news.${each.kind}`, { name: each.name, time: zonedWords(each.at, timeZone, locale) })}
            </p>
            <ActionIcon
              variant="subtle"
              aria-label={t('campaign.news.dismiss', { name: each.name })}
              onClick={() => void dismiss([each])}
            >
              <IconX size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </div>
        );
      })}
      {unread.length > 1 ? (
        <footer>
          {unread.length > SHOWN ? <span>{t('campaign.news.more', { count: unread.length - SHOWN })}</span> : null}
          <Button size="sm" onClick={() => void dismiss(unread)}>
            {t('campaign.news.dismiss-all')}
          </Button>
        </footer>
      ) : null}
    </section>
  );
}
