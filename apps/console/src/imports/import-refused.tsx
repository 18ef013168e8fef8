import { useMessages } from '@backcounter/i18n/react';
import type { ImportEntity, ImportViewFragment } from '../generated/graphql.ts';
import styles from './import.module.css';
import { fieldName, isPictures, ruleWords } from './import-words.ts';

interface ImportRefusedProps {
  readonly id: string;
  readonly entity: ImportEntity;
  readonly rows: ImportViewFragment['refusedRows'];
  /** Number of refused rows, and the maximum shown. */
  readonly all: number;
  readonly max: number;
  readonly fileUrl: string | null;
}

/** Refused rows: the cell, its value and the problem; all of them in a file for correction. */
export function ImportRefused({ id, entity, rows, all, max, fileUrl }: ImportRefusedProps) {
  const messages = useMessages();
  const { t, intl } = messages;
  const hasPictures = isPictures(entity);
  const title = t(hasPictures ? 'import.pictures.refused' : 'import.refused.title');
  return (
    <div className={styles['refused']} id={id}>
      <div className="bc-wrap bc-between bc-gap-md">
        <h3>{title}</h3>
        {fileUrl === null ? null : (
          <a href={fileUrl} download>
            {t(hasPictures ? 'import.pictures.list' : 'import.refused.file', { count: all })}
          </a>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be scrollable by keyboard */}
      <section className={styles['scroll']} tabIndex={0} aria-label={title}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col" hidden={hasPictures}>
                {t('import.refused.row')}
              </th>
              <th scope="col" hidden={hasPictures}>
                {t('import.refused.column')}
              </th>
              <th scope="col">{t(hasPictures ? 'import.step.file' : 'import.refused.value')}</th>
              <th scope="col">{t('import.refused.why')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.flatMap(({ row, problems }) =>
              problems.map(({ column, field, value, rule, params }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the problems of a row never change
                <tr key={`${row} ${index}`}>
                  <td hidden={hasPictures}>{index === 0 ? intl.formatNumber(row) : null}</td>
                  <td hidden={hasPictures}>
                    <bdi>{column || (field ? fieldName(entity, field, messages) : '–')}</bdi>
                  </td>
                  <td>
                    <bdi>{value || '–'}</bdi>
                  </td>
                  <td>{ruleWords(rule, params, messages)}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </section>
      {all > rows.length ? (
        <p className="bc-small bc-muted">
          {t('import.refused.first', { shown: intl.formatNumber(Math.min(max, rows.length)) })}
        </p>
      ) : null}
    </div>
  );
}
