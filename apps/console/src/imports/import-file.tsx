import { IMPORT_LIMITS } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import { type MessagesHook, useMessages } from '@backcounter/i18n/react';
import { formatExact } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import type { ImportEntity } from '../generated/graphql.ts';
import { request } from '../lib/api/graphql-client.ts';
import { FileDrop } from '../lib/files/file-drop.tsx';
import { dateFormat } from '../lib/format/formats.ts';
import { saveText } from '../lib/page/save-text.ts';
import styles from './import.module.css';
import { importTargetQuery } from './import.operations.ts';
import { isPictures, takesJson } from './import-words.ts';
import type { ImportModel } from './use-import.ts';

const TABLES = '.csv,.tsv,.txt,.xlsx';

interface ImportFileProps {
  readonly model: ImportModel;
  readonly hint: string | undefined;
}

/** Drop zone and file input, and a template to fill in. */
export function ImportFile({ model, hint }: ImportFileProps) {
  const { entity } = model;
  const messages = useMessages();
  const { t, figure } = messages;
  const [isTooLarge, setTooLarge] = useState(false);
  const megabytes = figure(IMPORT_LIMITS.bytesMax / 1_000_000);
  const take = (file: File) => {
    setTooLarge(file.size > IMPORT_LIMITS.bytesMax);
    if (file.size <= IMPORT_LIMITS.bytesMax) void model.send(file);
  };
  const hasPictures = isPictures(entity);
  const ownHint = hasPictures
    ? `import.hint.${entity}`
    : takesJson(entity)
      ? 'import.file.hint-json'
      : 'import.file.hint';
  const share = Math.round((model.sending ?? 0) * 100);
  return (
    <div className={styles['part']}>
      {model.unfinished.length > 0 ? (
        <ul className="bc-stack bc-gap-md" aria-label={t('import.unfinished.title')}>
          {model.unfinished.map(({ id, fileName, createdAt, progress }) => (
            <li key={id} className="bc-wrap bc-between bc-gap-md">
              <Button onClick={() => model.open(id)}>
                {t('import.unfinished.continue', { file: fileName, day: dayWords(createdAt, messages) })}
              </Button>
              <span className="bc-small bc-muted">
                <time dateTime={createdAt}>{formatExact(new Date(createdAt), messages)}</time>
                {progress
                  ? ` · ${t('import.unfinished.left', { ready: progress.ready, open: progress.toCorrect + progress.corrected })}`
                  : null}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      <FileDrop
        icon={hasPictures ? IconPhoto : IconFileSpreadsheet}
        label={t('import.file.choose')}
        detail={t('import.file.or-drop')}
        hint={hint ?? t(ownHint as MessageKey, { megabytes })}
        accept={hasPictures ? '.zip' : takesJson(entity) ? `${TABLES},.json` : TABLES}
        isDisabled={model.isBusy}
        onFile={take}
      />
      {model.sending === null ? null : (
        <div className={styles['progress']}>
          <progress max={100} value={share} aria-label={t('import.file.sending')} />
          <span>{share < 100 || hasPictures ? t('import.file.sending') : t('import.file.reading')}</span>
          <Button onClick={model.stopSending}>{t('common.action.cancel')}</Button>
        </div>
      )}
      {isTooLarge ? (
        <p className="bc-negative" role="alert">
          {t('import.file.too-large', { megabytes })}
        </p>
      ) : null}
      {hasPictures ? null : (
        <div className={styles['buttons']}>
          <Button
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
            onClick={() => void saveTemplate(entity)}
          >
            {t('import.file.template')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The day of an instant, such as "yesterday". */
function dayWords(at: string, { locale, timeZone }: MessagesHook): string {
  const day = (date: Date) => Date.parse(dateFormat('en-CA', { dateStyle: 'short', timeZone }).format(date));
  const days = Math.round((day(new Date(at)) - day(new Date())) / 86_400_000);
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
}

/** Downloads a file with all headings and one example row. */
async function saveTemplate(entity: ImportEntity): Promise<void> {
  const { importTarget } = await request(importTargetQuery, { entity });
  const line = (cells: readonly string[]) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`;
  const text = `\ufeff${line(importTarget.fields.map(({ key }) => key))}${line(importTarget.fields.map(({ example }) => example))}`;
  saveText(`${entity.toLowerCase().replaceAll('_', '-')}-template.csv`, text, 'text/csv');
}
