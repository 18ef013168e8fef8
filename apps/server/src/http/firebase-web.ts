/** A Firebase project's web app configuration. */
export interface FirebaseProject {
  readonly projectId: string | null;
  readonly apiKey: string | null;
  readonly databaseUrl: string | null;
  readonly storageBucket: string | null;
}

/** Google hosts that the SDK calls for sign-in, token renewal and files. */
const AUTH_ORIGINS = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
const STORAGE_ORIGIN = 'https://firebasestorage.googleapis.com';
/** Domains of realtime databases; a connection may move to another host of the same domain. */
const DATABASE_DOMAIN = /(?<=[^.]\.)(firebaseio\.com|[\w-]+\.firebasedatabase\.app)$/;

/**
 * Project settings for the page; all of them are public. Used only if Firebase is the realtime backend, because its
 * client runs in the page.
 */
export function firebasePageSettings(project: FirebaseProject) {
  return {
    firebaseApiKey: project.apiKey,
    firebaseProjectId: project.projectId,
    firebaseDatabaseUrl: project.databaseUrl,
    firebaseStorageBucket: project.storageBucket,
  };
}

/** Origins the page's policy must allow for the SDK to reach the project. */
export function firebaseOrigins({ databaseUrl, storageBucket }: FirebaseProject): {
  readonly connect: readonly string[];
  readonly images: readonly string[];
} {
  const images = storageBucket === null ? [] : [STORAGE_ORIGIN];
  const connect = [...AUTH_ORIGINS, ...images];
  if (databaseUrl === null) return { connect, images };
  const { protocol, host } = new URL(databaseUrl);
  const domain = DATABASE_DOMAIN.exec(host)?.[0];
  const hosts = domain === undefined ? host : `*.${domain}`;
  return { connect: [...connect, `${protocol}//${hosts}`, `${protocol.replace('http', 'ws')}//${hosts}`], images };
}
