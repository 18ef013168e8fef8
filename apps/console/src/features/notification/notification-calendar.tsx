import { useMessages } from '@backcounter/i18n/react';
import type { NotificationRowFragment } from '../../generated/graphql.ts';
import { ListCalendar } from '../../listing/calendar/list-calendar.tsx';
import type { ListKindProps } from '../../listing/list-definition.ts';
import { KindCard } from '../../listing/timeline/kind-card.tsx';
import { recipientsWords } from './notification-columns.tsx';
import { NOTIFICATION_LOOKS, NotificationStateMark } from './notification-state.tsx';
import { audienceWords, exactStartWords, startWallTime } from './notification-words.ts';

/** Notifications of a week by the time at which they are sent. */
export function NotificationCalendar(props: ListKindProps<NotificationRowFragment>) {
  const formats = useMessages();
  const { t } = formats;
  return (
    <ListCalendar
      {...props}
      filter="scheduled"
      wallTimeOf={startWallTime}
      emptyBody={t('notification.calendar.none-body')}
      entryOf={(row) => {
        const { title, state } = row;
        const facts = [
          { name: t('notification.field.startsAt'), value: exactStartWords(row, formats) },
          { name: t('notification.field.topicId'), value: row.topic.name },
          { name: t('notification.figure.recipients'), value: recipientsWords(row, formats) },
        ].flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]));
        return {
          title,
          label: [title, t(`notification.state.${state}`), ...facts.map(({ name, value }) => `${name}: ${value}`)].join(
            ', ',
          ),
          tone: NOTIFICATION_LOOKS[state].tone,
          look: state === 'DRAFT' ? 'draft' : state === 'CANCELED' ? 'canceled' : 'plain',
          mark: <NotificationStateMark state={state} />,
          card: (
            <KindCard
              title={title}
              mark={<NotificationStateMark state={state} variant="pill" />}
              facts={facts}
              note={audienceWords(row, formats)}
            />
          ),
        };
      }}
    />
  );
}
