import './latin-cell.css';

/** A value of a list that is written from left to right in every language, such as a time zone. */
export function LatinCell({ text }: { readonly text: string }) {
  return (
    <span className="bc-cell-latin" dir="ltr">
      {text}
    </span>
  );
}
