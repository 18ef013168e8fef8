import { EXPORT_FORMATS, type ExportFormat } from '@backcounter/domain';
import { type MessagesHook, useMessages } from '@backcounter/i18n/react';
import { Button, Checkbox, Radio } from '@mantine/core';
import { ProblemWords } from '../lib/api/problem-words.tsx';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { load, newIdempotencyKey, request } from '../lib/api/graphql-client.ts';
import { placeOfZone } from '../lib/format/zoned-words.ts';
import { Dialog } from '../lib/page/dialog.tsx';
import { refusedFieldWords } from '../lib/record/field-rules.ts';
import type { BulkDialogProps, ListSelection, SelectionCount } from '../lib/record/selected-rows.ts';
import { serverZone } from '../lib/settings/config.ts';
import { createExportScheduleMutation, exportOfferQuery, startExportMutation } from './export.operations.ts';
import { columnsInOrder, columnsOnScreen, exportLabelKey } from './export-columns.ts';
import styles from './export-dialog.module.css';
import { ExportRepeat, ONCE } from './export-repeat.tsx';

/** Properties of {@link ExportDialog}. */
export interface ExportDialogProps extends BulkDialogProps {
  /** Sort of the rows, in the API's terms; default: the list's. */
  readonly sort?: { readonly key: string; readonly direction: 'ASC' | 'DESC' } | null;
}

/** Asks for the format and the columns, and starts the export job. */
export function ExportDialog({ selection, count, list, columns: shown, sort = null, ...props }: ExportDialogProps) {
  const { t, intl, language, ...said } = useMessages();
  const timeZone = serverZone(said.timeZone);
  const offer = useQuery({
    queryKey: ['export-offer', list.capability],
    queryFn: ({ signal }) => load(exportOfferQuery, { list: list.capability }, signal),
    select: (data) => data.exportOffer,
  });
  const [format, setFormat] = useState<ExportFormat>('XLSX');
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [repeat, setRepeat] = useState(ONCE);
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const running = useRef(false);
  const key = useRef(newIdempotencyKey());

  const offered = offer.data?.columns ?? [];
  const onScreen = columnsOnScreen(list, shown, offered);
  const ordered = columnsInOrder(onScreen, offered);
  const picked = ordered.filter((column) => (chosen ?? new Set(onScreen)).has(column));
  const labelOf = (column: string) => {
    const label = exportLabelKey(list, column, offered);
    return label === null ? column : t(label);
  };
  const choose = (next: ReadonlySet<string>) => {
    setChosen(next);
    // Changed options are a new action; a retry after a lost answer is not.
    key.current = newIdempotencyKey();
  };
  const rowsText = rowsWords(selection, count, { t, intl });
  const isTooLarge = count !== null && offer.data !== undefined && count.value > offer.data.rowsMax;
  const { frequency } = repeat;
  const canStart = picked.length > 0 && !isTooLarge && (frequency === null || repeat.name.trim() !== '');
  // A file of picked rows is the same each time.
  const canRepeat = selection.ids === null && selection.upTo === null;
  const start = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!canStart || running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(null);
    try {
      const columns = picked.map((column) => ({ key: column, heading: labelOf(column) }));
      const { ids, exclusions, filter, search } = selection;
      const wish = { list: list.capability, format, columns, sort, locale: language, timeZone };
      const meant = { ...selection, ids: ids && [...ids], exclusions: exclusions && [...exclusions] };
      const options = { errorsShown: 'in-place', idempotencyKey: key.current } as const;
      if (frequency !== null) {
        const { name, hour } = repeat;
        const day = frequency === 'DAILY' ? null : repeat.day;
        const input = { ...wish, filter, search, name, frequency, day, hour };
        await request(createExportScheduleMutation, { input }, options);
        props.onClose();
        return;
      }
      const input = { ...wish, selection: meant };
      const { startExport } = await request(startExportMutation, { input }, { ...options, successShown: 'by-caller' });
      props.onStarted(startExport.job.id);
    } catch (error) {
      setProblem(error);
      running.current = false;
      setBusy(false);
    }
  };

  return (
    <Dialog title={t('export.title')} size={480} onClose={props.onClose}>
      <form className={styles['export']} onSubmit={(event) => void start(event)}>
        <p className={styles['rows']}>{rowsText}</p>
        {isTooLarge ? (
          <p className="bc-negative" role="alert">
            {t('export.too-many', { count: offer.data?.rowsMax ?? 0 })}
          </p>
        ) : null}
        <fieldset>
          <legend>{t('export.format')}</legend>
          {EXPORT_FORMATS.toReversed().map((each) => (
            <Radio
              key={each}
              name="format"
              label={t(`export.format-${each}`)}
              description={t(`export.format-${each}-hint`)}
              checked={format === each}
              data-autofocus={format === each || undefined}
              onChange={() => {
                setFormat(each);
                key.current = newIdempotencyKey();
              }}
            />
          ))}
        </fieldset>
        <fieldset disabled={!offer.data}>
          <legend>{t('export.columns', { count: picked.length, all: ordered.length })}</legend>
          <div className={styles['sets']}>
            <Button size="sm" onClick={() => choose(new Set(onScreen))}>
              {t('export.columns-shown')}
            </Button>
            <Button size="sm" onClick={() => choose(new Set(ordered))}>
              {t('export.columns-all')}
            </Button>
          </div>
          <div className={styles['columns']}>
            {ordered.map((column) => (
              <Checkbox
                key={column}
                label={labelOf(column)}
                checked={picked.includes(column)}
                onChange={({ currentTarget }) => {
                  const next = new Set(picked);
                  if (currentTarget.checked) next.add(column);
                  else next.delete(column);
                  choose(next);
                }}
              />
            ))}
          </div>
          {offer.data && picked.length === 0 ? <p className="bc-negative">{t('export.columns-none')}</p> : null}
          {offer.isError ? (
            <p className="bc-negative" role="alert">
              <ProblemWords error={offer.error} />{' '}
              <Button size="sm" onClick={() => void offer.refetch()}>
                {t('common.action.retry')}
              </Button>
            </p>
          ) : null}
        </fieldset>
        {canRepeat ? (
          <ExportRepeat
            value={repeat}
            onChange={(next) => {
              setRepeat(next);
              key.current = newIdempotencyKey();
            }}
          />
        ) : null}
        {canRepeat ? <Link to="/exports">{t('exports.open')}</Link> : null}
        <p className="bc-small bc-dense bc-muted">{t('export.note', { zone: placeOfZone(timeZone) })}</p>
        {problem === null ? null : (
          <p className="bc-negative" role="alert">
            <ProblemWords error={problem} words={refusedFieldWords(problem, { t })} />
          </p>
        )}
        <div className={styles['buttons']}>
          <Button onClick={props.onClose}>{t('common.action.cancel')}</Button>
          <Button type="submit" variant="filled" disabled={!canStart} loading={isBusy}>
            {t(frequency === null ? 'export.start' : 'exports.start')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The exact rows of the file. A selection is fixed when it is made, whatever the list shows by then. */
function rowsWords(
  { ids, exclusions, upTo }: ListSelection,
  count: SelectionCount | null,
  { t }: Pick<MessagesHook, 't' | 'intl'>,
): string {
  const figures = (value: number) => ({ count: value });
  if (ids !== null) return t('export.rows-picked', figures(ids.length));
  const kind = count?.kind ?? 'unknown';
  const rows = figures(count?.value ?? 0);
  if (upTo === null) return t(`export.rows-${kind}`, rows);
  const selected = t(`export.selected-${kind}`, rows);
  const left = exclusions?.length ?? 0;
  return left === 0 ? selected : `${selected} ${t('export.left-out', figures(left))}`;
}
