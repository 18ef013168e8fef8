/** The product's mark. */
export function Mark({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--bc-brand)" />
      <path
        fill="var(--bc-on-brand)"
        d="M9 7.500h10.600a4.050 4.050 0 0 1 0 8.100H9zM9 17h12a3.900 3.900 0 0 1 0 7.800H9z"
      />
    </svg>
  );
}
