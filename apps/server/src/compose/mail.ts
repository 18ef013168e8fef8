import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import type { Database } from '../db/client.ts';
import type { OutboxMail } from '../embedded/mail/outbox.mail.ts';
import type { MailKind } from '../mail/mail-kind.ts';
import type { TextLanguage } from '../mail/text-language.ts';
import type { Clock } from '../ports/clock.ts';
import type { MailPort } from '../ports/mail.ts';

/** The configured mail service. */
export interface MailParts {
  /** Null: this server sends no mail, and queues none. */
  readonly port: MailPort | null;
  /** The newest mails of a demo without a mail server; null if there is no outbox. */
  readonly readOutbox: (() => Promise<readonly OutboxMail[]>) | null;
  /** Health of an external service, for `/readyz?deep`. */
  readonly neighbours: () => Promise<Readonly<Record<string, true | string>>>;
}

/** The mail server of SMTP_URL, or the outbox of a demo, or none. */
export async function composeMail(
  { smtp, isDemo }: Pick<Config, 'smtp' | 'isDemo'>,
  db: Kysely<Database>,
  clock: Clock,
): Promise<MailParts> {
  if (smtp !== null) {
    const { createSmtpMail } = await import('../adapters/smtp/smtp.mail.ts');
    const port = createSmtpMail({ ...smtp, clock });
    return { port, readOutbox: null, neighbours: async () => ({ mail: await port.check() }) };
  }
  if (!isDemo) return { port: null, readOutbox: null, neighbours: async () => ({}) };
  const { createOutbox, readOutbox } = await import('../embedded/mail/outbox.mail.ts');
  return { port: createOutbox(db), readOutbox: () => readOutbox(db), neighbours: async () => ({}) };
}

/** The mails of requests and approvals, and of jobs with the console's names of jobs and errors. */
export async function featureMailKinds(publicUrl: string): Promise<readonly MailKind[]> {
  const [
    { accessRequestMail },
    { exportScheduleMails },
    { jobFailedMail },
    { approvalMails },
    { readShippedLanguages },
    { shippedFolder },
  ] = await Promise.all([
    import('../features/staff-member/access-request.mail.ts'),
    import('../features/export/schedule/export-schedule.mail.ts'),
    import('../jobs/job-failed.mail.ts'),
    import('../approvals/approval.mail.ts'),
    import('../embedded/translations/shipped-language.ts'),
    import('./translations.ts'),
  ]);
  let languages: ReturnType<typeof readShippedLanguages> | undefined;
  const textOf = async (locale: TextLanguage, key: string): Promise<string | undefined> => {
    const folder = shippedFolder();
    languages ??= folder === undefined ? Promise.resolve([]) : readShippedLanguages(folder);
    return (await languages).find((each) => `${each.language}-${each.countryCode}` === locale)?.messages[key];
  };
  return [
    accessRequestMail(publicUrl),
    ...approvalMails(publicUrl),
    ...exportScheduleMails(publicUrl, textOf),
    jobFailedMail(publicUrl, textOf),
  ];
}
