import { IMPORT_DELIMITERS, IMPORT_ENCODINGS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { NativeSelect } from '@mantine/core';
import type { ImportDelimiter, ImportEncoding, ImportViewFragment } from '../../generated/graphql.ts';
import type { ImportModel } from './use-import.ts';

const ENCODING_NAMES: Readonly<Record<ImportEncoding, string>> = {
  UTF_8: 'UTF-8',
  UTF_16LE: 'UTF-16 LE',
  UTF_16BE: 'UTF-16 BE',
  WINDOWS_1252: 'Windows-1252',
};

interface ImportReadingProps {
  readonly item: ImportViewFragment;
  readonly model: ImportModel;
}

/** The file and its format: detected by the server, corrected by the person. */
export function ImportReading({ item, model }: ImportReadingProps) {
  const { t } = useMessages();
  return (
    <div className="bc-import-reading">
      <p>
        <bdi>{item.fileName}</bdi>
      </p>
      <div className="bc-import-fields">
        {item.format === 'XLSX' ? (
          <NativeSelect
            label={t('import.reading.sheet')}
            data={[...item.sheets]}
            value={item.sheet ?? ''}
            onChange={(event) => void model.change({ sheet: event.currentTarget.value })}
          />
        ) : item.format === 'JSON' ? null : (
          <>
            <NativeSelect
              label={t('import.reading.encoding')}
              data={IMPORT_ENCODINGS.map((value) => ({ value, label: ENCODING_NAMES[value] }))}
              value={item.encoding ?? ''}
              onChange={(event) => void model.change({ encoding: event.currentTarget.value as ImportEncoding })}
            />
            <NativeSelect
              label={t('import.reading.delimiter')}
              data={IMPORT_DELIMITERS.map((value) => ({ value, label: t(`import.delimiter.${value}`) }))}
              value={item.delimiter ?? ''}
              onChange={(event) => void model.change({ delimiter: event.currentTarget.value as ImportDelimiter })}
            />
          </>
        )}
      </div>
    </div>
  );
}
