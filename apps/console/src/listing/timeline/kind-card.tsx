import type { ReactNode } from 'react';
import styles from './kind-card.module.css';

interface KindCardProps {
  readonly title: string;
  readonly mark: ReactNode;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  readonly note: string;
}

/** Content of the card of a row on hover and focus. */
export function KindCard({ title, mark, facts, note }: KindCardProps) {
  return (
    <div className={styles['facts']}>
      <p>
        <b dir="auto">{title}</b> {mark}
      </p>
      <dl>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>{note}</p>
    </div>
  );
}
