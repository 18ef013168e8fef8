import { directionOf } from '@backcounter/i18n/locale';
import { html } from '../pages/html.ts';
import type { MailDraft } from './mail-kind.ts';
import type { TextLanguage } from './text-language.ts';

const SENT_BY: Readonly<Record<TextLanguage, string>> = {
  'en-US': 'Sent automatically by Backcounter',
  'de-DE': 'Automatisch gesendet von Backcounter',
  'fr-FR': 'Envoyé automatiquement par Backcounter',
  'es-ES': 'Enviado automáticamente por Backcounter',
  'ar-EG': 'أُرسلت هذه الرسالة آليًا من Backcounter',
};

/** Both forms of a mail. Mail programs ignore style sheets, so styles are attributes; colors suit light and dark. */
export function layOut(
  { subject, paragraphs, action, note }: MailDraft,
  language: TextLanguage,
  publicUrl: string,
): { readonly text: string; readonly html: string } {
  const foot = `${SENT_BY[language]} (\u2066${new URL(publicUrl).host}\u2069)`;
  const markup = html`<!DOCTYPE html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="margin:0;padding:24px;font:15px/22px system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto">
<h1 style="margin:0 0 16px;font-size:20px;line-height:28px">${subject}</h1>
${paragraphs.map((paragraph) => html`<p style="margin:0 0 16px">${paragraph}</p>`)}
<p style="margin:24px 0"><a href="${action.url}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:#0f6b81;color:#ffffff;font-weight:600;text-decoration:none">${action.label}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:20px">${note}</p>
<p style="margin:0;color:#6f7882;font-size:12px;line-height:18px">${foot}</p>
</div>
</body>
</html>
`;
  const text = [...paragraphs, `${action.label}:\n${action.url}`, note, `-- \n${foot}`].join('\n\n');
  return { text: `${text}\n`, html: markup.text };
}
