import { IMPORT_PERMISSIONS, LIST_IMPORTS, may } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { ImportEntity } from '../generated/graphql.ts';
import { ProblemWords } from '../lib/api/problem-words.tsx';
import { Dialog } from '../lib/page/dialog.tsx';
import { part } from '../lib/page/part.ts';
import { showJob } from '../lib/page/shown-jobs.ts';
import { Select } from '../lib/select/select.tsx';
import { currentRoles } from '../lib/settings/session.ts';
import styles from './import.module.css';
import { ImportColumns } from './import-columns.tsx';
import { ImportFile } from './import-file.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { failureWords, isPictures } from './import-words.ts';
import { PointsFiles } from './points-files.tsx';
import { useImport } from './use-import.ts';

const CorrectImport = part(() => import('./correct-import.tsx'), 'CorrectImport');
const STEPS = ['file', 'columns', 'check', 'run'] as const;
type Step = (typeof STEPS)[number];

/** The chosen import of a list, part of the URL, so that it survives a reload. */
function useChosenImport(
  list: ImportEntity,
  others: readonly ImportEntity[],
): readonly [ImportEntity, (entity: ImportEntity) => void] {
  const router = useRouter();
  const { searchStr, pathname } = useLocation();
  const params = new URLSearchParams(searchStr);
  const choose = (entity: ImportEntity) => {
    params.set('import', entity === list ? '' : entity);
    void router.navigate({ href: `${pathname}?${params}`, replace: true, resetScroll: false });
  };
  return [others.find((each) => each === params.get('import')) ?? list, choose];
}

interface ImportDialogProps {
  readonly entity: ImportEntity;
  readonly listTitle: string;
  /** Instead of the usual one. */
  readonly title?: string;
  /** Id of the record that rows are added to, where they are part of one. */
  readonly into?: string;
  /** Hint about the file, instead of the usual one. */
  readonly hint?: string;
  readonly onClose: () => void;
}

/** Imports a file into a list in steps: upload, map its columns, check, run. */
export function ImportDialog({ entity: list, listTitle, title, into, hint, onClose }: ImportDialogProps) {
  const others = (LIST_IMPORTS[list] ?? []).filter((each) => may(currentRoles(), IMPORT_PERMISSIONS[each]));
  const [entity, setEntity] = useChosenImport(list, others);
  const messages = useMessages();
  const { t, intl } = messages;
  const model = useImport(entity, into);
  const { item } = model;
  const [isLookingBack, setLookingBack] = useState(false);
  const queryClient = useQueryClient();
  const [isCorrecting, setCorrecting] = useState(false);
  const doneId = item?.run?.state === 'SUCCEEDED' ? item.run.id : null;
  useEffect(() => {
    // Any part of the screen may depend on the imported data, such as the list and counts.
    if (doneId !== null) void queryClient.invalidateQueries();
  }, [doneId, queryClient]);
  const hasColumns = !isPictures(entity);
  const isChecked = item?.check != null && !isLookingBack;
  const step: Step = !item ? 'file' : item.run ? 'run' : isChecked || !hasColumns ? 'check' : 'columns';
  const checkId = item?.check?.id;
  const runId = item?.run?.id;
  const recheckId = item?.recheck?.id;
  useEffect(() => {
    const leaves = [checkId, recheckId, runId].flatMap((id) => (id === undefined ? [] : [showJob(id)]));
    return () => {
      for (const leave of leaves) leave();
    };
  }, [checkId, recheckId, runId]);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    // The focused element was part of the previous step, or the dialog has just opened.
    if (activeElement !== document.body && activeElement !== place.current) return;
    const field = place.current?.querySelector<HTMLElement>('input:enabled, select:enabled');
    (field ?? place.current)?.focus();
  });
  const start = async (which: 'check' | 'run') => {
    await model.start(which);
    setLookingBack(false);
    setCorrecting(false);
  };
  if (item && isCorrecting)
    return (
      <Dialog title={title ?? t('import.title', { list: listTitle })} size={0} onClose={onClose}>
        <CorrectImport item={item} model={model} onBack={() => setCorrecting(false)} onRun={() => void start('run')} />
      </Dialog>
    );
  return (
    <Dialog title={title ?? t('import.title', { list: listTitle })} size={800} onClose={onClose}>
      <div className={styles['import']}>
        <ol className={styles['steps']}>
          {STEPS.filter((name) => hasColumns || name !== 'columns').map((name, index) => (
            <li
              key={name}
              aria-current={name === step ? 'step' : undefined}
              data-past={STEPS.indexOf(step) > index || undefined}
            >
              <span>{intl.formatNumber(index + 1)}</span> {t(`import.step.${name}`)}
            </li>
          ))}
        </ol>
        <section
          ref={place}
          tabIndex={-1}
          data-autofocus
          className={styles['place']}
          aria-label={t(`import.step.${step}`)}
        >
          {model.loadError ? (
            <div className={styles['part']}>
              <p className="bc-negative" role="alert">
                <ProblemWords error={model.loadError} words={failureWords(model.loadError, messages, entity)} />
              </p>
              <Button onClick={model.reload}>{t('common.action.retry')}</Button>
            </div>
          ) : item === undefined ? (
            <p className="bc-small bc-muted">{t('common.place.loading')}</p>
          ) : step === 'file' || !item ? (
            <div className={styles['part']}>
              {others.length === 0 ? null : (
                <Select<ImportEntity>
                  label={t('import.kind.label')}
                  options={[
                    { value: list, label: listTitle },
                    ...others.map((value) => ({ value, label: t(`import.kind.${value}` as MessageKey) })),
                  ]}
                  value={entity}
                  onChange={setEntity}
                />
              )}
              <ImportFile model={model} hint={hint} />
              {entity === 'POINTS' ? <PointsFiles /> : null}
            </div>
          ) : !item.run && !isChecked ? (
            <ImportColumns item={item} model={model} onCheck={() => void start('check')} />
          ) : (
            <ImportOutcome
              key={step}
              item={item}
              step={step === 'run' ? 'run' : 'check'}
              model={model}
              onBack={() => setLookingBack(true)}
              onRun={() => void start('run')}
              onCorrect={() => setCorrecting(true)}
              onClose={onClose}
            />
          )}
        </section>
        {model.failure ? (
          <p className="bc-negative" role="alert">
            <ProblemWords error={model.failure} words={failureWords(model.failure, messages, entity)} />
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}
