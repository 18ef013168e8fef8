import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ImportRowState, ImportViewFragment } from '../generated/graphql.ts';
import { ProblemWords } from '../lib/api/problem-words.tsx';
import { dateFormat } from '../lib/format/formats.ts';
import styles from './correct.module.css';
import { CorrectKinds } from './correct-kinds.tsx';
import { CorrectRows } from './correct-rows.tsx';
import { failureWords, isFixedInFile, isGoingOn, isPictures } from './import-words.ts';
import { useCorrections } from './use-corrections.ts';
import type { ImportModel } from './use-import.ts';

const TABS = [
  ['REFUSED', 'toCorrect'],
  ['CORRECTED', 'corrected'],
  ['LEFT_OUT', 'leftOut'],
] as const satisfies readonly (readonly [ImportRowState, string])[];

interface CorrectImportProps {
  readonly item: ImportViewFragment;
  readonly model: ImportModel;
  readonly onBack: () => void;
  readonly onRun: () => void;
}

/** Refused rows by kind of mistake, to be corrected in place and checked again. */
export function CorrectImport({ item, model, onBack, onRun }: CorrectImportProps) {
  const messages = useMessages();
  const { t, intl, locale, timeZone } = messages;
  const corrections = useCorrections(item, model.keep);
  const { progress } = item;
  if (!progress) return null;
  const isChecking = isGoingOn(item.recheck);
  const isBusy = isChecking || model.isBusy;
  const file = (item.run ?? item.recheck ?? item.check)?.result?.url;
  const { failure, savedAt } = corrections;
  const saved =
    savedAt === null
      ? ''
      : t('import.correct.saved', { time: dateFormat(locale, { timeStyle: 'short', timeZone }).format(savedAt) });
  return (
    <div className={styles['correct']}>
      <div className="bc-wrap bc-between bc-gap-md">
        <div>
          <h3>
            <bdi>{item.fileName}</bdi>
          </h3>
          <p className="bc-small bc-muted">
            {t(isPictures(model.entity) ? 'import.pictures.files' : 'import.outcome.rows', { count: progress.rows })}
          </p>
        </div>
        <div className="bc-wrap bc-gap-md">
          <Button onClick={onBack}>{t('import.correct.back')}</Button>
          {file ? (
            <Button
              component="a"
              href={file}
              download
              leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
            >
              {t('import.correct.download')}
            </Button>
          ) : null}
        </div>
      </div>
      <div className={styles['tabs']}>
        <span>
          {t('import.correct.ready')} <b>{intl.formatNumber(progress.ready)}</b>
        </span>
        {TABS.filter(([state, key]) => state !== 'LEFT_OUT' || progress[key] > 0).map(([state, key]) => (
          <button
            key={state}
            type="button"
            aria-pressed={corrections.state === state}
            onClick={() => corrections.show(state)}
          >
            {t(`import.correct.${state}`)} <b>{intl.formatNumber(progress[key])}</b>
          </button>
        ))}
        {progress.imported > 0 ? (
          <span>
            {t('import.outcome.done')} <b>{intl.formatNumber(progress.imported)}</b>
          </span>
        ) : null}
      </div>
      <div className={styles['panes']}>
        {corrections.state === 'REFUSED' ? (
          <CorrectKinds entity={model.entity} model={corrections} isBusy={isBusy} />
        ) : null}
        <CorrectRows entity={model.entity} item={item} model={corrections} isBusy={isBusy} />
      </div>
      <div className={styles['foot']}>
        <p className="bc-muted" role={failure ? 'alert' : 'status'}>
          {failure ? (
            <span className="bc-negative">
              <ProblemWords error={failure} words={failureWords(failure, messages, model.entity)} />
            </span>
          ) : isChecking ? (
            t('import.outcome.checking')
          ) : (
            `${progress.corrected > 0 ? t('import.correct.unchecked', { count: progress.corrected }) : ''} ${saved}`
          )}
        </p>
        {isFixedInFile(model.entity) ? null : (
          <>
            <p className={styles['keys']}>
              <kbd>Tab</kbd> {t('import.correct.key-next')} <kbd>Enter</kbd> {t('import.correct.key-keep')}{' '}
              <kbd>Esc</kbd> {t('import.correct.key-undo')}
            </p>
            <Button disabled={isBusy || progress.corrected === 0} onClick={() => void model.start('check')}>
              {t('import.correct.check', { count: progress.corrected })}
            </Button>
          </>
        )}
        <Button variant="filled" disabled={isBusy || progress.ready === 0} onClick={onRun}>
          {t('import.correct.run', { count: progress.ready })}
        </Button>
      </div>
    </div>
  );
}
