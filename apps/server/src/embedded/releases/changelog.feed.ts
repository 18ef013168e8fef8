import { type Html, html } from '../../pages/html.ts';
import { MESSAGES } from './changelog.messages.ts';
import { CHANGE_TYPES, type PublishedRelease } from './published-releases.ts';

/** File names of the feeds, below the changelog's path. */
export const FEEDS = { atom: 'feed.atom', json: 'feed.json' } as const;

export interface FeedParts {
  /** Newest first. */
  readonly releases: readonly PublishedRelease[];
  /** URL of the changelog page, without a trailing slash. */
  readonly pageUrl: string;
}

/** The changelog as an Atom feed (RFC 4287). */
export function atomFeed({ releases, pageUrl }: FeedParts): string {
  const [newest] = releases;
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-US">
<id>${pageUrl}</id>
<title>${MESSAGES['changelog.title']}</title>
<subtitle>${MESSAGES['changelog.hint']}</subtitle>
<updated>${newest?.date ?? new Date(0).toISOString()}</updated>
<author><name>${MESSAGES['changelog.author']}</name></author>
<link rel="self" type="application/atom+xml" href="${pageUrl}/${FEEDS.atom}"/>
<link rel="alternate" type="text/html" href="${pageUrl}"/>
${releases.map(
  (release) => html`<entry>
<id>urn:uuid:${release.id}</id>
<title>${release.version}</title>
<updated>${release.date}</updated>
<published>${release.date}</published>
<link rel="alternate" type="text/html" href="${addressOf(release, pageUrl)}"/>
<content type="html">${contentOf(release)}</content>
</entry>
`,
)}</feed>
`.text;
}

/** The same as JSON Feed (version 1.1). */
export function jsonFeed({ releases, pageUrl }: FeedParts): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: MESSAGES['changelog.title'],
    description: MESSAGES['changelog.hint'],
    home_page_url: pageUrl,
    feed_url: `${pageUrl}/${FEEDS.json}`,
    language: 'en-US',
    authors: [{ name: MESSAGES['changelog.author'] }],
    items: releases.map((release) => ({
      id: `urn:uuid:${release.id}`,
      url: addressOf(release, pageUrl),
      title: release.version,
      content_html: contentOf(release),
      date_published: release.date,
    })),
  });
}

const addressOf = ({ version }: PublishedRelease, pageUrl: string) => `${pageUrl}#${encodeURIComponent(`v${version}`)}`;

/** The changes as an HTML fragment, which feeds contain as text. */
function contentOf({ changeLists }: PublishedRelease): string {
  return changeLists.map(({ title, changes }) => html`<h3>${title}</h3>${changesOf(changes)}`.text).join('');
}

function changesOf(changes: PublishedRelease['changeLists'][number]['changes']): Html[] {
  return CHANGE_TYPES.flatMap((type) => {
    const own = changes.filter((change) => change.type === type);
    if (own.length === 0) return [];
    const items = own.map(({ title, description }) => html`<li><strong>${title}</strong>: ${description}</li>`);
    return [html`<p>${MESSAGES[`changelog.${type}`]}</p><ul>${items}</ul>`];
  });
}
