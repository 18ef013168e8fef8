import { IMPORT_LIMITS } from '@backcounter/domain';
import { getCountries } from 'libphonenumber-js/min';
import { NEVER_STORED } from '../../graphql/repeated-mutation.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import type { ImportDefinition, ImportField, ImportSettings } from '../../imports/import-definition.ts';
import { fieldOf, isDerived } from '../../imports/import-fields.ts';
import type { ImportColumn } from '../../imports/import-record.ts';
import { FORMATS, formattedKind, isUnclear } from '../../imports/values/formats.ts';
import { formatChoices } from './import-settings.ts';

type ColumnView = ReturnType<typeof columnView>;
type FormatChoice = ColumnView['choices'][number];
type FormatSample = FormatChoice['samples'][number];

const SAMPLES_SHOWN = 3;

/** A column with the formats of its field. */
export function columnView(
  definition: ImportDefinition,
  column: ImportColumn,
  { mapping, formats = [] }: ImportSettings,
  index: number,
) {
  const field = fieldOf(definition, mapping[index] ?? '');
  const takesRegion =
    field?.kind === 'PHONE' && !mapping.some((key) => fieldOf(definition, key ?? '')?.kind === 'COUNTRY');
  const choices = (takesRegion ? getCountries() : formatChoices(field, column)).map((format) => ({
    format,
    samples: samplesOf(field, column, format),
  }));
  return {
    ...column,
    isDerived: mapping[index] === null && isDerived(definition, column.header),
    kind: field?.kind ?? null,
    format: formats[index] ?? null,
    takesRegion,
    choices,
  };
}

/** Cells of a column in a format, first those that other formats read differently. */
function samplesOf(field: ImportField | null, { samples }: ImportColumn, format: string) {
  const kind = formattedKind(field?.kind);
  if (kind === null) return [];
  const { read } = FORMATS[kind];
  const texts = [...new Set(samples)].toSorted(
    (one, other) => Number(isUnclear(read(other))) - Number(isUnclear(read(one))),
  );
  return texts
    .flatMap((text) => {
      const value = read(text)[format];
      return value === undefined ? [] : [{ text, value: String(value) }];
    })
    .slice(0, SAMPLES_SHOWN);
}

/** Adds the type of a column. */
export function addColumn(builder: Builder) {
  const sample = builder.objectRef<FormatSample>('ImportFormatSample').implement({
    description: 'A cell as one format reads it.',
    fields: (t) => ({
      text: t.exposeString('text', { extensions: NEVER_STORED, description: 'The cell.' }),
      value: t.exposeString('value', {
        extensions: NEVER_STORED,
        description: 'Its value: a day such as `1990-12-31`, or a number such as `1234.5`.',
      }),
    }),
  });
  const formatChoice = builder.objectRef<FormatChoice>('ImportFormatChoice').implement({
    description: 'A format in which the dates or numbers of a column can be read.',
    fields: (t) => ({
      format: t.exposeString('format', { description: '`DMY`, `MDY` or `YMD`; `POINT` or `COMMA` (decimal mark).' }),
      samples: t.expose('samples', {
        type: [sample],
        extensions: NEVER_STORED,
        description: 'Up to three cells; first those that other formats read differently.',
      }),
    }),
  });
  return builder.objectRef<ColumnView>('ImportColumn').implement({
    description: 'A column of a file.',
    fields: (t) => ({
      header: t.exposeString('header', { description: 'Its heading; empty without one.' }),
      isDerived: t.exposeBoolean('isDerived', {
        description: 'Whether it is known from exports, but no file can set it, such as a count.',
      }),
      kind: t.exposeString('kind', orNull('Kind of its cells, such as `DATE` or `PHONE`; null: it is ignored.')),
      format: t.exposeString(
        'format',
        orNull(
          'Its format: one of `formatChoices`, or for phone numbers their country; null: none is needed or chosen.',
        ),
      ),
      takesRegion: t.exposeBoolean('takesRegion', {
        description:
          'Whether `format` may be a country: it has phone numbers, and no column has the country of each row.',
      }),
      formatChoices: t.expose('choices', {
        type: [formatChoice],
        description:
          'One: it is certain. Several: one must be chosen before the check, if `unclearColumns` has the column. None: none is needed.',
      }),
      samples: t.expose('samples', {
        type: ['String'],
        extensions: NEVER_STORED,
        description: `Its cells in the first ${IMPORT_LIMITS.sampleRows} rows.`,
      }),
    }),
  });
}
