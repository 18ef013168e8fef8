import { useMessages } from '@backcounter/i18n/react';
import { Avatar } from '@backcounter/ui';
import { IconInfoCircle } from '@tabler/icons-react';
import { ExactTime } from '../../lib/format/exact-time.tsx';
import { isolated } from '../../lib/format/isolated.ts';
import { verbWords } from '../../records/action-words.ts';
import { RecordCard } from '../../records/record-page.tsx';
import styles from './approval.module.css';
import type { Approval } from './use-approval.ts';

interface SideProps {
  readonly approval: Approval;
}

/** People who may decide, and whether each has a second factor. */
export function Deciders({ approval: { deciders, requestedBy, state } }: SideProps) {
  const { t } = useMessages();
  if (state !== 'PENDING') return null;
  return (
    <RecordCard title={t('approval.deciders.title')}>
      <ul className={styles['list']}>
        {deciders.map(({ name, isYou, hasSecondFactor }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people can have the same name
          <li key={index} className="bc-flex bc-gap-lg">
            <Avatar id={name} name={name} size="bar" />
            <span className="bc-stack bc-shrink bc-break">
              <b className="bc-medium" dir="auto">
                {name}
              </b>{' '}
              {isYou ? <span className="bc-muted">{t('approval.deciders.you')}</span> : null}
              <small className="bc-muted">
                {t(hasSecondFactor ? 'approval.deciders.ready' : 'approval.deciders.no-factor')}
              </small>
            </span>
          </li>
        ))}
      </ul>
      <div className={`${styles['pad']} bc-row bc-gap-sm bc-small bc-muted`}>
        <IconInfoCircle size={14} stroke={1.75} aria-hidden />
        {t('approval.deciders.requester', { name: isolated(requestedBy?.name ?? '') })}
      </div>
    </RecordCard>
  );
}

const SHOWN = 5;

/** The steps of a request, the newest first. */
export function History({ approval: { history } }: SideProps) {
  const messages = useMessages();
  if (history.nodes.length === 0) return null;
  return (
    <RecordCard title={messages.t('approval.history.title')}>
      <ol className={styles['list']}>
        {history.nodes.slice(0, SHOWN).map(({ id, action, occurredAt, actor }) => (
          <li key={id} className="bc-flex bc-gap-lg bc-between">
            <span className="bc-shrink bc-break">
              {verbWords(action, messages)} <bdi className="bc-muted">{actor?.name}</bdi>
            </span>
            <small className="bc-muted bc-fixed">
              <ExactTime at={occurredAt} />
            </small>
          </li>
        ))}
      </ol>
    </RecordCard>
  );
}
