/** Devices that notifications reach. */
export type PushPlatform = 'ANDROID' | 'IOS';

/** One notification for one device. */
export interface PushMessage {
  /** Secret of the device; never in a log, an error or an answer. */
  readonly token: string;
  readonly platform: PushPlatform;
  readonly title: string;
  readonly body: string;
  /** Address of a picture that the device loads by itself. */
  readonly imageUrl: string | null;
  /** Where a touch leads. */
  readonly deepLink: string | null;
  /** How long the provider keeps it for a device that is off, 0 to four weeks. */
  readonly ttlSeconds: number;
  /** A later message with the same key takes the place of the earlier one on the device: a repeated hand-over is seen once. */
  readonly collapseKey: string;
  /** What the app gets besides. */
  readonly data: Readonly<Record<string, string>>;
}

/** Why a provider will never take a message; the first two say that the token is good for nothing any more. */
export const PUSH_REJECTIONS = ['UNREGISTERED', 'SENDER_MISMATCH', 'PAYLOAD_TOO_BIG', 'INVALID'] as const;
/** A reason of `PUSH_REJECTIONS`. */
export type PushRejection = (typeof PUSH_REJECTIONS)[number];

/** What became of a message. `code` is the provider's own word, for people who look for the cause; never a token. */
export type PushOutcome =
  | { readonly kind: 'accepted'; readonly messageId: string }
  | { readonly kind: 'rejected'; readonly reason: PushRejection; readonly code: string }
  /** May go through later: too many requests, trouble at the provider, no connection. Null: it says not when. */
  | { readonly kind: 'unavailable'; readonly retryAfterMs: number | null; readonly code: string };

/** Messages of one call. */
export const PUSH_BATCH_MAX = 500;

/** A service that brings notifications to devices. */
export interface PushPort {
  /**
   * Hands messages over, at most `PUSH_BATCH_MAX`, and answers in their order. What goes wrong is an outcome, never a rejection: with a
   * connection that breaks, a message may have been taken all the same. Tries each message once.
   */
  send(messages: readonly PushMessage[]): Promise<readonly PushOutcome[]>;
  /** For `/readyz?deep`: true, or what is wrong. */
  check(): Promise<true | string>;
  /** Ends connections and what runs for it. */
  close(): Promise<void>;
}
