import { TEXT_LANGUAGES, type TextLanguage } from '../../../mail/text-language.ts';
import { type Html, html } from '../../../pages/html.ts';
import { PRODUCT_MARK } from '../../../pages/product-mark.ts';
import { text } from './identity.messages.ts';
import { pageDirection, pageLocale } from './page-language.ts';

export interface PageParts {
  readonly title: string;
  readonly hint?: string;
  readonly body: Html;
  /** Host that the person continues to. */
  readonly continueTo?: string;
  readonly hasProblem?: boolean;
  /** Shows the choice of languages. */
  readonly hasLanguages?: boolean;
  /** Path from the page to the provider's root, such as `..`. */
  readonly root: string;
}

/** Names of the languages, each in itself. */
const LANGUAGE_NAMES: Readonly<Record<TextLanguage, string>> = {
  'en-US': 'English',
  'de-DE': 'Deutsch',
  'fr-FR': 'Français',
  'es-ES': 'Español',
  'ar-EG': 'العربية',
};

/** Links to the same page in other languages; the browser keeps the choice. */
function languageChoice(): Html {
  const here = pageLocale();
  const link = (language: TextLanguage) =>
    html`<li><a href="?language=${language}" lang="${language}" hreflang="${language}"${
      language === here ? html` aria-current="true"` : null
    }>${LANGUAGE_NAMES[language]}</a></li>`;
  return html`<nav class="languages" aria-label="${text('identity.language')}"><details><summary>${LANGUAGE_NAMES[here]}</summary>
<ul>${TEXT_LANGUAGES.map(link)}</ul></details></nav>`;
}

/** One 400 px column: mark, title, card. Works without scripts. */
export function page(parts: PageParts): string {
  return html`<!DOCTYPE html>
<html lang="${pageLocale()}" dir="${pageDirection()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${parts.hasProblem ? `${text('identity.me.problem')}: ` : ''}${parts.title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${parts.root}/assets/identity.css">
<script src="${parts.root}/assets/identity.js" defer></script>
</head>
<body>
${parts.hasLanguages ? languageChoice() : null}
<main>
<header>${PRODUCT_MARK}<h1>${parts.title}</h1>${parts.hint ? html`<p class="hint">${parts.hint}</p>` : null}</header>
${parts.body}
${parts.continueTo ? html`<p class="continue">${text('identity.sign-in.continue-to')} <bdi>${parts.continueTo}</bdi></p>` : null}
</main>
</body>
</html>`.text;
}

/** Error summary; receives focus, so that it is read first. */
export function alertBox(title: string, message: string): Html {
  return html`<div class="alert" role="alert" tabindex="-1" id="problem"><strong>${title}</strong><span id="problem-text">${message}</span></div>`;
}

export function statusBox(message: string): Html {
  return html`<p class="status" role="status">${message}</p>`;
}
