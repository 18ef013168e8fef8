import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconTextScan2 } from '@tabler/icons-react';
import { screenCheck } from '../../../lib/page/screen-check.ts';

/** Says that the texts on screen are made up for a check, and ends it. */
export function CheckStrip() {
  const { t } = useMessages();
  return (
    <div className="bc-strip" data-tone="info">
      <IconTextScan2 size={16} stroke={1.75} aria-hidden />
      {t('shell.check.text')}
      <div>
        <Button size="sm" onClick={() => void screenCheck.end()}>
          {t('shell.check.end')}
        </Button>
      </div>
    </div>
  );
}
