import { useMessages } from '@backcounter/i18n/react';
import type { ImportViewFragment } from '../generated/graphql.ts';
import { formatDay } from '../lib/format/dates.ts';
import { regionName } from '../lib/format/formats.ts';
import { Select } from '../lib/select/select.tsx';
import styles from './import.module.css';

const FORMATS = ['DMY', 'MDY', 'YMD', 'POINT', 'COMMA'] as const;
type Format = (typeof FORMATS)[number];

interface ImportFormatProps {
  readonly name: string;
  readonly column: ImportViewFragment['columns'][number];
  readonly onChange: (format: string | null) => void;
}

/** How the cells of a column are read, with samples: detected by the server, or chosen where it is not certain. */
export function ImportFormat({ name, column, onChange }: ImportFormatProps) {
  const { t, locale, intl } = useMessages();
  const { kind, format, formatChoices, takesRegion } = column;
  if (takesRegion)
    return (
      <Select<string>
        label={t('import.format.region')}
        placeholder={t('import.format.choose')}
        options={formatChoices.map((choice) => ({ value: choice.format, label: regionName(choice.format, locale) }))}
        value={format ?? null}
        onChange={onChange}
      />
    );
  const chosen = formatChoices.find((choice) => choice.format === format);
  if (formatChoices.length === 0) return null;
  const read = (value: string) =>
    kind === 'DATE' || kind === 'INSTANT'
      ? formatDay(value, { locale, timeZone: 'UTC' })
      : intl.formatNumber(Number(value));
  return (
    <div className={styles['format']}>
      {formatChoices.length > 1 ? (
        <Select<Format>
          aria-label={t('import.format.of', { column: name })}
          placeholder={t('import.format.choose')}
          options={FORMATS.filter((each) => formatChoices.some((choice) => choice.format === each)).map((each) => ({
            value: each,
            label: t(`import.format.${each}`),
          }))}
          value={(format ?? null) as Format | null}
          onChange={onChange}
        />
      ) : (
        <p className="bc-small">{t(`import.format.${format as Format}`)}</p>
      )}
      {chosen?.samples.map(({ text, value }) => (
        <p key={text} className="bc-small bc-muted">
          <bdi>{text}</bdi> → <bdi>{read(value)}</bdi>
        </p>
      ))}
    </div>
  );
}
