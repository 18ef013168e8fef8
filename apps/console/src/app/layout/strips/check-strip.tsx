import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconTextScan2 } from '@tabler/icons-react';
import { screenCheck } from '../../../lib/page/screen-check.ts';
import styles from './strips.module.css';

/** Shows that the texts on screen are a pseudo-locale, and ends the check. */
export function CheckStrip() {
  const { t } = useMessages();
  return (
    <div className={styles['strip']} data-tone="info">
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
