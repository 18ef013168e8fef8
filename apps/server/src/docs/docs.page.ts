import type { Html } from '../pages/html.ts';
import { html } from '../pages/html.ts';
import { PRODUCT_MARK } from '../pages/product-mark.ts';
import type { Section } from './guide.ts';

const PAGES = { '/docs': 'Guide', '/docs/operations': 'Operations', '/schema.graphql': 'Schema' } as const;

/** A page of the documentation. */
export function docsPage(path: '/docs' | '/docs/operations', lead: Html, sections: readonly Section[]): string {
  const title = path === '/docs' ? 'API guide' : 'API operations';
  return html`<!DOCTYPE html>
<html lang="en-US" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Backcounter</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/assets/docs.css">
</head>
<body>
<header>${PRODUCT_MARK}<div><h1>${title}</h1><p>${lead}</p></div></header>
<nav aria-label="Documentation"><ul class="pages">${Object.entries(PAGES).map(
    ([address, name]) =>
      html`<li><a href="${address}"${address === path && html` aria-current="page"`}>${name}</a></li>`,
  )}</ul><ul>${sections.map(({ title: name, anchor, parts }) => html`<li><a href="#${anchor}">${name.split(':', 1)}</a>${parts.length > 0 && html`<ul>${parts.map((part) => html`<li><a href="#${part}">${part}</a></li>`)}</ul>`}</li>`)}</ul></nav>
<main>${sections.map(
    ({ title: name, anchor, content }) => html`<section id="${anchor}" aria-labelledby="${anchor}-title">
<h2 id="${anchor}-title">${name}</h2>
${content}</section>
`,
  )}</main>
</body>
</html>
`.text;
}
