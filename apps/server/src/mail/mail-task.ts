import { directionOf } from '@backcounter/i18n/locale';
import type { Task } from 'graphile-worker';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../db/client.ts';
import { html } from '../pages/html.ts';
import { countMail } from '../ports/event-counts.ts';
import type { MailPort } from '../ports/mail.ts';
import type { MailDraft, MailKind, QueuedMail } from './mail-kind.ts';
import type { TextLanguage } from './text-language.ts';

/** Dependencies of `mailTask`. */
export interface MailTaskParts {
  readonly db: Kysely<Database>;
  readonly port: MailPort;
  readonly kinds: readonly MailKind[];
  /** Address of the product, for the foot of mails. */
  readonly publicUrl: string;
  readonly logger: Logger;
}

/**
 * Sends one mail of the queue. A mail is sent at least once: after a crash between delivery and commit again, under the
 * same id.
 */
export function mailTask({ db, port, kinds, publicUrl, logger }: MailTaskParts): Task {
  const end = (id: string, failure: string | null): Promise<unknown> =>
    sql`update mail set ended_at = now(), failure = ${failure} where id = ${id}`.execute(db);
  return async (payload, { job }) => {
    const { id } = payload as { readonly id: string };
    const mail = await readMail(db, id);
    if (mail === undefined) return;
    const draft = await compose(db, kinds, mail);
    if (draft === null) {
      await db.deleteFrom('mail').where('id', '=', id).execute();
      return;
    }
    const { language, kind } = mail;
    const sent = await port.send({
      id,
      to: draft.to,
      subject: draft.subject,
      language,
      ...layOut(draft, language, publicUrl),
    });
    countMail(sent.kind);
    if (sent.kind === 'accepted') {
      await end(id, null);
      return;
    }
    const isLast = sent.kind === 'rejected' || job.attempts >= job.max_attempts;
    logger[isLast ? 'error' : 'warn']({ mail: id, kind, code: sent.code }, isLast ? 'mail failed' : 'mail waits');
    if (!isLast) throw new Error(`the mail server answered ${sent.code}`);
    await end(id, sent.code);
  };
}

type WaitingMail = Omit<QueuedMail, 'recipientSub'> & { readonly recipientSub: string | null };

async function compose(db: Kysely<Database>, kinds: readonly MailKind[], mail: WaitingMail): Promise<MailDraft | null> {
  const { recipientSub } = mail;
  if (recipientSub === null) return null;
  const kind = kinds.find(({ name }) => name === mail.kind);
  // Retried: a newer process may know it.
  if (kind === undefined) throw new Error(`unknown kind of mail: ${mail.kind}`);
  return kind.compose(db, { ...mail, recipientSub });
}

async function readMail(db: Kysely<Database>, id: string): Promise<WaitingMail | undefined> {
  const { rows } = await sql<WaitingMail>`
    select id, kind, recipient_sub as "recipientSub", about_id as "aboutId", language, created_at as "createdAt"
    from mail where id = ${id} and ended_at is null`.execute(db);
  return rows[0];
}

const SENT_BY: Readonly<Record<TextLanguage, string>> = {
  'en-US': 'Sent automatically by Backcounter',
  'de-DE': 'Automatisch gesendet von Backcounter',
  'fr-FR': 'Envoyé automatiquement par Backcounter',
  'es-ES': 'Enviado automáticamente por Backcounter',
  'ar-EG': 'أُرسلت هذه الرسالة آليًا من Backcounter',
};

/** Both forms of a mail. Mail programs ignore style sheets, so styles are attributes; colors suit light and dark. */
function layOut(
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
