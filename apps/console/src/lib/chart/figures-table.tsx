import type { ReactNode } from 'react';
import styles from './figures-table.module.css';

/** Properties of {@link FiguresTable}. */
export interface FiguresTableProps {
  readonly label: string;
  readonly heads: readonly string[];
  /** A row's first cell is its name. */
  readonly rows: readonly { readonly key: string; readonly name: string; readonly figures: readonly ReactNode[] }[];
}

/** The figures of a chart as a table. Scrolls separately, and can be focused for that. */
export function FiguresTable({ label, heads, rows }: FiguresTableProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a part of a form
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be scrollable by keyboard
    <div className={styles['figuresTable']} role="group" tabIndex={0} aria-label={label}>
      <table className="bc-number">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, figures }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {heads.slice(1).map((head, at) => (
                <td key={head}>{figures[at]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
