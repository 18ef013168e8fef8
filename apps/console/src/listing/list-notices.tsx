import { useMessages } from '@backcounter/i18n/react';
import { ActionIcon } from '@mantine/core';
import { IconInfoCircle, IconX } from '@tabler/icons-react';
import type { ListUrlProblem } from './address/list-url.ts';
import styles from './list-notices.module.css';

/** Unsupported parts of the URL, and their treatment. */
export function ListNotices(props: {
  readonly problems: readonly ListUrlProblem[];
  readonly messages: readonly string[];
  readonly onDismiss: () => void;
}) {
  const { t } = useMessages();
  const texts = [
    ...props.messages,
    ...props.problems.map(({ kind, key }) => t(`listing.notice.${kind}`, { key: key.slice(0, 40) })),
  ];
  if (texts.length === 0) return null;
  return (
    <div className={styles['notice']} role="status">
      <IconInfoCircle size={16} stroke={1.75} aria-hidden />
      <div>
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label={t('listing.notice.dismiss')}
        onClick={props.onDismiss}
      >
        <IconX size={14} stroke={1.75} aria-hidden />
      </ActionIcon>
    </div>
  );
}
