import styles from './latin-cell.module.css';

/** A cell whose value is left to right in every language, such as a time zone. */
export function LatinCell({ text }: { readonly text: string }) {
  return (
    <span className={styles['latin']} dir="ltr">
      {text}
    </span>
  );
}
