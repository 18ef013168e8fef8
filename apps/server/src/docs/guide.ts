import { Marked, Renderer, type Tokens } from 'marked';
import { Html, html } from '../pages/html.ts';

/** A part of a page: the text of its heading, its anchor and its content. */
export interface Section {
  readonly title: string;
  readonly anchor: string;
  readonly content: Html;
  /** Anchors below it. */
  readonly parts: readonly string[];
}

const HEADING = /^## (.+)$/m;
/** A link to a page that the product does not serve. */
const IS_ELSEWHERE = /^(?!#|https?:)/;

const marked = new Marked({
  renderer: {
    code: ({ text, lang = 'text' }: Tokens.Code) => codeBlock(text, lang.toUpperCase()).text,
    // Marks of generated parts.
    html: () => '',
    link({ href, tokens }: Tokens.Link) {
      const text = this.parser.parseInline(tokens);
      return IS_ELSEWHERE.test(href) ? text : html`<a href="${href}">${new Html(text)}</a>`.text;
    },
    table(token: Tokens.Table) {
      return scrollable(new Html(Renderer.prototype.table.call(this, token)), 'Table').text;
    },
  },
});

/** The sections of a text in Markdown; the first has its opening paragraphs. */
export function guideSections(text: string): readonly Section[] {
  const [opening = '', ...parts] = text.replace(/^# .+\n/, '').split(HEADING);
  const sections = [section('Overview', opening)];
  for (let index = 0; index < parts.length; index += 2)
    sections.push(section(parts[index] ?? '', parts[index + 1] ?? ''));
  return sections;
}

/** Text of one line with code and emphasis. */
export const inline = (text: string): Html => new Html(marked.parseInline(text) as string);

/** An example with its language, which the keyboard can scroll. */
export const codeBlock = (text: string, label: string): Html =>
  html`<pre tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre>`;

/** Content that is wider than a phone. */
export const scrollable = (content: Html, label: string): Html =>
  html`<div class="wide" tabindex="0" role="group" aria-label="${label}">${content}</div>`;

function section(heading: string, text: string): Section {
  const title = heading.replaceAll('`', '');
  return { title, anchor: anchorOf(heading), content: new Html(marked.parse(text) as string), parts: [] };
}

/** As GitHub derives it, so that links within the text work in both places. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
