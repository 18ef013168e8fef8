import { useMessages } from '@backcounter/i18n/react';
import styles from './statistics-tab.module.css';

interface RankTableProps {
  readonly title: string;
  readonly empty: string;
  readonly rows: readonly {
    readonly key: string;
    readonly name: string;
    readonly value: number;
    readonly detail: string | undefined;
  }[];
}

const SHOWN = 8;

/** A ranking: names, figures, and a bar relative to the first. */
export function RankTable({ title, empty, rows }: RankTableProps) {
  const { figure } = useMessages();
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <section className={styles['rank']}>
      <h2>{title}</h2>
      {rows.length === 0 ? <p>{empty}</p> : null}
      <table className="bc-number">
        <tbody>
          {rows.slice(0, SHOWN).map(({ key, name, value, detail }) => (
            <tr key={key}>
              <th scope="row">
                <bdi>{name}</bdi>
                {detail === undefined ? null : <small>{detail}</small>}
              </th>
              <td>{figure(value)}</td>
              <td aria-hidden="true">
                <i style={{ inlineSize: `${(value / most) * 100}%` }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
