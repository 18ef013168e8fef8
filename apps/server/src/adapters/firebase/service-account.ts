import { z } from 'zod';

const keyFile = z.object({
  client_email: z.string().min(1),
  private_key: z.string().includes('PRIVATE KEY'),
  token_uri: z.url().default('https://oauth2.googleapis.com/token'),
  project_id: z.string().optional(),
});

/** A Google service account, from the JSON of its key file. */
export interface ServiceAccount {
  readonly clientEmail: string;
  /** PEM, PKCS #8. */
  readonly privateKey: string;
  readonly tokenUri: string;
  readonly projectId: string | null;
}

/** Parses a key file; null if it is invalid. Error messages never contain its content. */
export function parseServiceAccount(text: string): ServiceAccount | null {
  try {
    const key = keyFile.parse(JSON.parse(text));
    return {
      clientEmail: key.client_email,
      privateKey: key.private_key,
      tokenUri: key.token_uri,
      projectId: key.project_id ?? null,
    };
  } catch {
    return null;
  }
}
