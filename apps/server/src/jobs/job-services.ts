import type { JobDefinition } from './job-definition.ts';
import type { ResultLinks } from './result-links.ts';

/** What the API knows of jobs. */
export interface JobServices {
  /** By kind. */
  readonly definitions: ReadonlyMap<string, JobDefinition>;
  readonly links: ResultLinks;
}

declare module '../graphql/request-context.ts' {
  interface Services {
    readonly jobs: JobServices;
  }
}
