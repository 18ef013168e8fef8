import { Html } from './html.ts';

/** The product's logo, inline so that it follows the colour scheme: `color` fills it, `--on-brand` its letter. */
export const PRODUCT_MARK = new Html(
  '<svg class="mark" viewBox="0 0 44 44" aria-hidden="true"><rect width="44" height="44" rx="9" fill="currentColor"/><path fill="var(--on-brand)" d="M13 12h12a5 5 0 0 1 5 5v.5a4 4 0 0 1-4 4H13zm0 11.5h14a4 4 0 0 1 4 4v.5a5 5 0 0 1-5 5H13z"/></svg>',
);
