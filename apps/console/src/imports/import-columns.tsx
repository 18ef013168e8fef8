import { IMPORT_DELIMITERS, IMPORT_ENCODINGS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import type { ImportEncoding, ImportViewFragment } from '../generated/graphql.ts';
import { formatList } from '../lib/format/formats.ts';
import { Select } from '../lib/select/select.tsx';
import styles from './import.module.css';
import { ImportFormat } from './import-format.tsx';
import { fieldName, isPictures } from './import-words.ts';
import type { ImportModel } from './use-import.ts';

/** The name of an encoding as people know it. */
const encodingName = (encoding: ImportEncoding): string =>
  encoding
    .replace('MACINTOSH', 'Mac Roman')
    .replace('X_MAC_CYRILLIC', 'Mac Cyrillic')
    .replace('WINDOWS', 'Windows')
    .replaceAll('_', '-');

interface ImportReadingProps {
  readonly item: ImportViewFragment;
  readonly model: ImportModel;
}

/** The file and its format: detected by the server, corrected by the person. */
function ImportReading({ item, model }: ImportReadingProps) {
  const { t } = useMessages();
  return (
    <div className="bc-stack bc-gap-lg bc-break">
      <p className="bc-medium">
        <bdi>{item.fileName}</bdi>
      </p>
      <div className={styles['fields']}>
        {item.format === 'XLSX' ? (
          <Select
            label={t('import.reading.sheet')}
            options={item.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
            value={item.sheet ?? null}
            onChange={(sheet) => void model.change({ sheet })}
          />
        ) : item.format === 'JSON' ? null : (
          <>
            <Select
              label={t('import.reading.encoding')}
              options={IMPORT_ENCODINGS.map((value) => ({ value, label: encodingName(value) }))}
              value={item.encoding ?? null}
              onChange={(encoding) => void model.change({ encoding })}
            />
            <Select
              label={t('import.reading.delimiter')}
              options={IMPORT_DELIMITERS.map((value) => ({ value, label: t(`import.delimiter.${value}`) }))}
              value={item.delimiter ?? null}
              onChange={(delimiter) => void model.change({ delimiter })}
            />
          </>
        )}
        {item.topRows.length > 1 ? (
          <Select
            label={t('import.reading.heading')}
            options={[
              { value: 0, label: t('import.reading.no-heading') },
              ...item.topRows.map(({ row, text }) => ({ value: row, label: `${row}: ${text}` })),
            ]}
            value={item.headingRow}
            onChange={(headingRow) => void model.change({ headingRow })}
          />
        ) : null}
      </div>
      {item.encodingChoices.length > 0 ? (
        <fieldset className={styles['choices']}>
          <legend>{t('import.reading.choose')}</legend>
          {item.encodingChoices.map(({ encoding, lines }) => (
            <button
              key={encoding}
              type="button"
              disabled={model.isBusy}
              onClick={() => void model.change({ encoding })}
            >
              <b>{encodingName(encoding)}</b>
              {lines.map((line) => (
                <bdi key={line}>{line}</bdi>
              ))}
            </button>
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}

interface ImportColumnsProps {
  readonly item: ImportViewFragment;
  readonly model: ImportModel;
  readonly onCheck: () => void;
}

/** Mapping of the columns, and the treatment of rows and empty cells. Each choice is saved immediately. */
export function ImportColumns({ item, model, onCheck }: ImportColumnsProps) {
  const messages = useMessages();
  const { t } = messages;
  const { target, mapping, missingFields, unclearColumns } = item;
  const names = item.columns.map(({ header }, index) => header || t('import.columns.unnamed', { number: index + 1 }));
  const options = target.fields.map(({ key, isRequired }) => {
    const field = fieldName(model.entity, key, messages);
    return { value: key, label: isRequired ? t('import.columns.needed', { field }) : field };
  });
  const settings = <Value extends 'CLEAR' | 'CREATE' | 'LEAVE' | 'SKIP' | 'UPDATE'>(...values: Value[]) =>
    values.map((value) => ({ value, label: t(`import.settings.${value}`) }));
  const map = (column: number, field: string | null) => {
    // A field has one column, the one that was chosen last, unless it joins several.
    const isJoined = target.fields.some(({ key, isJoined: joins }) => key === field && joins);
    const next = mapping.map((key, index) =>
      index === column ? field : key === field && !isJoined ? null : (key ?? null),
    );
    void model.change({ mapping: next });
  };
  return (
    <div className={styles['part']}>
      <ImportReading item={item} model={model} />
      <table className={styles['table']} hidden={isPictures(model.entity)}>
        <thead>
          <tr>
            <th scope="col">{t('import.columns.heading')}</th>
            <th scope="col">{t('import.columns.sample')}</th>
            <th scope="col">{t('import.columns.field')}</th>
          </tr>
        </thead>
        <tbody>
          {item.columns.map((column, index) => {
            const { samples, isDerived } = column;
            const name = names[index] ?? '';
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by position, since headings may repeat
              <tr key={index}>
                <th className="bc-medium" scope="row">
                  <bdi>{name}</bdi>
                </th>
                <td>
                  <bdi>{samples.find((sample) => sample !== '') ?? '–'}</bdi>
                </td>
                <td>
                  <Select<string | null>
                    aria-label={t('import.columns.field-of', { column: name })}
                    options={[{ value: null, label: t('import.columns.leave-out') }, ...options]}
                    value={mapping[index] ?? null}
                    onChange={(field) => map(index, field)}
                  />
                  <ImportFormat
                    name={name}
                    column={column}
                    onChange={(format) =>
                      void model.change({
                        formats: item.columns.map((each, at) => (at === index ? format : (each.format ?? null))),
                      })
                    }
                  />
                  {isDerived ? <p className="bc-small bc-muted">{t('import.columns.derived')}</p> : null}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <div className={styles['fields']}>
        {target.matches.length > 1 ? (
          <Select
            label={t('import.settings.match-by')}
            options={target.matches.map((fields) => ({
              value: fields.join(),
              label: fields.map((key) => fieldName(model.entity, key, messages)).join(' + '),
            }))}
            value={item.matchBy.join()}
            onChange={(fields) => void model.change({ matchBy: fields.split(',') })}
          />
        ) : null}
        {model.entity === 'POINTS' || target.fields.length === 1 ? null : (
          <>
            <Select<typeof item.existingRows>
              label={t('import.settings.existing')}
              options={settings('UPDATE', 'SKIP')}
              value={item.existingRows}
              onChange={(existingRows) => void model.change({ existingRows })}
            />
            {target.canCreate ? (
              <Select<typeof item.missingRows>
                label={t('import.settings.missing')}
                options={settings('CREATE', 'SKIP')}
                value={item.missingRows}
                onChange={(missingRows) => void model.change({ missingRows })}
              />
            ) : null}
            <Select<typeof item.emptyCells>
              label={t('import.settings.empty')}
              options={settings('LEAVE', 'CLEAR')}
              value={item.emptyCells}
              onChange={(emptyCells) => void model.change({ emptyCells })}
            />
          </>
        )}
      </div>
      <div className={styles['foot']}>
        {missingFields.length > 0 ? (
          <p className={styles['missing']} role="status">
            {t('import.columns.missing', {
              fields: formatList(
                missingFields.map((key) => fieldName(model.entity, key, messages)),
                messages.locale,
                'conjunction',
              ),
            })}
          </p>
        ) : null}
        {unclearColumns.length > 0 ? (
          <p className={styles['missing']} role="status">
            {t('import.format.unclear', {
              columns: formatList(
                unclearColumns.map((index) => names[index] ?? ''),
                messages.locale,
                'conjunction',
              ),
            })}
          </p>
        ) : null}
        <div className={styles['buttons']}>
          <Button onClick={() => void model.discard()} disabled={model.isBusy}>
            {t('import.action.other-file')}
          </Button>
          <Button
            variant="filled"
            disabled={missingFields.length + unclearColumns.length + item.encodingChoices.length > 0 || model.isBusy}
            onClick={onCheck}
          >
            {t('import.action.check')}
          </Button>
        </div>
      </div>
    </div>
  );
}
