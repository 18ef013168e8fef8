import { Html, html } from '../../pages/html.ts';
import { PRODUCT_MARK } from '../../pages/product-mark.ts';
import { FEEDS } from './changelog.feed.ts';
import { MESSAGES } from './changelog.messages.ts';
import {
  CHANGE_TYPES,
  type PublishedChange,
  type PublishedChangeList,
  type PublishedRelease,
} from './published-releases.ts';
import { releaseDate } from './release-date.ts';

/** Icons of the three kinds of change, so that colour is not the only cue. Drawn on a 24 px grid. */
const ICONS: Readonly<Record<PublishedChange['type'], Html>> = {
  BUG: icon(
    '<path d="M9 9v-1a3 3 0 0 1 6 0v1"/><path d="M8 9h8a6 6 0 0 1 1 3v3a5 5 0 0 1 -10 0v-3a6 6 0 0 1 1 -3"/><path d="M3 13h4"/><path d="M17 13h4"/><path d="M12 20v-6"/><path d="M4 19l3.350 -2"/><path d="M20 19l-3.350 -2"/><path d="M4 7l3.750 2.400"/><path d="M20 7l-3.750 2.400"/>',
  ),
  FEATURE: icon(
    '<path d="M16 18a2 2 0 0 1 2 2a2 2 0 0 1 2 -2a2 2 0 0 1 -2 -2a2 2 0 0 1 -2 2zm0 -12a2 2 0 0 1 2 2a2 2 0 0 1 2 -2a2 2 0 0 1 -2 -2a2 2 0 0 1 -2 2zm-7 12a6 6 0 0 1 6 -6a6 6 0 0 1 -6 -6a6 6 0 0 1 -6 6a6 6 0 0 1 6 6z"/>',
  ),
  IMPROVEMENT: icon('<path d="M3 17l6 -6l4 4l8 -8"/><path d="M14 7l7 0l0 7"/>'),
};

function icon(paths: string): Html {
  return new Html(
    `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`,
  );
}

export interface ChangelogParts {
  readonly clientId: string;
  readonly releases: readonly PublishedRelease[];
  /** Version where the next page starts, or null. */
  readonly olderThan: string | null;
  /** Whether this is not the first page. */
  readonly isContinued: boolean;
  readonly publicUrl: string;
}

/** One page of the changelog. */
export function changelogPage({ clientId, releases, olderThan, isContinued, publicUrl }: ChangelogParts): string {
  const feeds = html`<link rel="alternate" type="application/atom+xml" title="${MESSAGES['changelog.title']}" href="${clientId}/${FEEDS.atom}">
<link rel="alternate" type="application/feed+json" title="${MESSAGES['changelog.title']}" href="${clientId}/${FEEDS.json}">
`;
  const body = [
    releases.length > 1 && versionList(releases),
    html`<main>${
      releases.length === 0 ? html`<p class="empty">${MESSAGES['changelog.empty']}</p>` : releases.map(releaseSection)
    }
<footer>${isContinued && html`<a class="page" rel="first" href="?">${MESSAGES['changelog.newest']}</a>`}${
      olderThan !== null &&
      html`<a class="page" rel="next" href="?before=${encodeURIComponent(olderThan)}">${MESSAGES['changelog.older']}</a>`
    }<p>${MESSAGES['changelog.dates']} <a href="${clientId}/${FEEDS.atom}">${MESSAGES['changelog.feed']}</a> <a href="${publicUrl}/">${MESSAGES['changelog.open']}</a></p></footer></main>`,
  ];
  return frame(MESSAGES['changelog.title'], MESSAGES['changelog.hint'], body, feeds);
}

/** The page for an unknown client. */
export function missingChangelogPage(): string {
  return frame(MESSAGES['changelog.missing.title'], MESSAGES['changelog.missing.hint'], [html`<main></main>`]);
}

function frame(title: string, hint: string, body: readonly (Html | false)[], links: Html | false = false): string {
  return html`<!DOCTYPE html>
<html lang="en-US" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${hint}">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="assets/changelog.css">
${links}</head>
<body>
<header>${PRODUCT_MARK}<div><h1>${title}</h1><p>${hint}</p></div></header>
${body}
</body>
</html>
`.text;
}

const anchor = (version: string): string => `v${version}`;

function versionList(releases: readonly PublishedRelease[]): Html {
  return html`<nav aria-label="${MESSAGES['changelog.versions']}"><ul>${releases.map(
    ({ version }) => html`<li><a href="#${encodeURIComponent(anchor(version))}" dir="ltr">${version}</a></li>`,
  )}</ul></nav>
`;
}

function releaseSection({ version, date, changeLists }: PublishedRelease): Html {
  return html`<section id="${anchor(version)}" aria-labelledby="${anchor(version)}-title">
<div class="head"><h2 id="${anchor(version)}-title"><a href="#${encodeURIComponent(anchor(version))}" dir="ltr">${version}</a></h2><time datetime="${date}" dir="ltr">${releaseDate(new Date(date))}</time></div>
${changeLists.map(listSection)}</section>
`;
}

function listSection({ title, changes }: PublishedChangeList): Html {
  const groups = CHANGE_TYPES.map((type) => ({ type, changes: changes.filter((change) => change.type === type) }));
  return html`<h3 dir="auto">${title}</h3>
${groups
  .filter((group) => group.changes.length > 0)
  .map(
    (
      group,
    ) => html`<div class="group"><p class="badge" data-type="${group.type}">${ICONS[group.type]}${MESSAGES[`changelog.${group.type}`]}</p><ul>${group.changes.map(
      (change) =>
        html`<li><h4 dir="auto">${capitalised(change.title)}</h4><p dir="auto">${change.description}</p></li>`,
    )}</ul></div>
`,
  )}`;
}

/** Capitalises the first character in any script. */
function capitalised(title: string): string {
  const [first = ''] = title;
  return first.toLocaleUpperCase('en-US') + title.slice(first.length);
}
