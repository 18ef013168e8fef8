import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';

interface AttentionNewsProps {
  /** The tasks on screen; undefined while they are loading. */
  readonly shown: { readonly count: number; readonly hasMore: boolean } | undefined;
  /** There are others by now. */
  readonly hasNews: boolean;
  readonly onShow: () => void;
}

/** Beside the title of open tasks: their number, and the button that shows the present ones. */
export function AttentionNews({ shown, hasNews, onShow }: AttentionNewsProps) {
  const { t } = useMessages();
  return (
    <>
      {shown && shown.count > 0 ? (
        <span className="bc-number">
          {t(shown.hasMore ? 'attention.list.more-than' : 'attention.list.count', { count: shown.count })}
        </span>
      ) : null}
      <span aria-live="polite">
        {hasNews ? (
          <Button
            size="sm"
            variant="light"
            leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden />}
            onClick={onShow}
          >
            {t('attention.list.show')}
          </Button>
        ) : null}
      </span>
    </>
  );
}
