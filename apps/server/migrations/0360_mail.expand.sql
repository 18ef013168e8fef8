-- Mails to staff: what is to be sent, and the outbox of the demo (decision 0153).

CREATE TABLE mail (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  kind text COLLATE "C" NOT NULL CHECK (kind ~ '^[a-z]+(-[a-z]+)*$' AND char_length(kind) <= 40),
  recipient_sub text CHECK (char_length(recipient_sub) BETWEEN 1 AND 255),
  about_id uuid,
  language text NOT NULL CHECK (char_length(language) BETWEEN 2 AND 20),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  ended_at timestamptz(3),
  failure text CHECK (char_length(failure) BETWEEN 1 AND 80),
  CHECK (failure IS NULL OR ended_at IS NOT NULL)
);
CREATE INDEX mail_recipient ON mail (recipient_sub, kind, created_at);
CREATE INDEX mail_created ON mail (created_at);
COMMENT ON TABLE mail IS 'Mails to staff, without address and content: both are read or made when the mail is sent. Kept for 7 days.';
COMMENT ON COLUMN mail.recipient_sub IS 'NULL: no one. A reset for an unknown e-mail takes the same steps as for a known one.';
COMMENT ON COLUMN mail.about_id IS 'The record that the mail is about, such as a job.';
COMMENT ON COLUMN mail.ended_at IS 'Sent, or given up. NULL while it waits.';
COMMENT ON COLUMN mail.failure IS 'Code of the mail server or connection; NULL: sent.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE mail');

CREATE TABLE outbox_mail (
  id uuid PRIMARY KEY,
  recipient text NOT NULL CHECK (char_length(recipient) BETWEEN 3 AND 254),
  subject text NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 200),
  body text NOT NULL CHECK (char_length(body) <= 20000),
  sent_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX outbox_mail_sent ON outbox_mail (sent_at);
COMMENT ON TABLE outbox_mail IS 'Mails of a demo without a mail server, for the page /identity/outbox. Kept for 24 hours.';
SELECT grant_to_application('SELECT, INSERT, DELETE', 'TABLE outbox_mail');
