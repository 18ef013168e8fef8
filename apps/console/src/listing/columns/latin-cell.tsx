import './latin-cell.css';

/** A cell whose value is left to right in every language, such as a time zone. */
export function LatinCell({ text }: { readonly text: string }) {
  return (
    <span className="bc-cell-latin" dir="ltr">
      {text}
    </span>
  );
}
