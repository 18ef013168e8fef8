/** Device platforms that notifications reach. */
export type PushPlatform = 'ANDROID' | 'IOS';

/** One notification for one device. */
export interface PushMessage {
  /** The device's secret. Must not appear in logs, errors or responses. */
  readonly token: string;
  readonly platform: PushPlatform;
  readonly title: string;
  readonly body: string;
  /** Address of a picture that the device loads; of an uploaded one, its path on this server. */
  readonly imageUrl: string | null;
  /** Link opened on tap. */
  readonly deepLink: string | null;
  /** How long the provider keeps the message for an offline device, in seconds: 0 to 4 weeks. */
  readonly ttlSeconds: number;
  /** On the device, a later message with the same key replaces the earlier one, so a repeated send is seen once. */
  readonly collapseKey: string;
  /** Extra data for the app. */
  readonly data: Readonly<Record<string, string>>;
}

/** Reasons why a provider permanently rejects a message. After the first two the token is no longer valid. */
export const PUSH_REJECTIONS = ['UNREGISTERED', 'SENDER_MISMATCH', 'PAYLOAD_TOO_BIG', 'INVALID'] as const;
/** One of `PUSH_REJECTIONS`. */
export type PushRejection = (typeof PUSH_REJECTIONS)[number];

/** Result for one message. `code` is the provider's own error code, for diagnosis; it never contains a token. */
export type PushOutcome =
  | { readonly kind: 'accepted'; readonly messageId: string }
  | { readonly kind: 'rejected'; readonly reason: PushRejection; readonly code: string }
  /** May succeed later: rate limit, provider failure or no connection. Null if the provider names no delay. */
  | { readonly kind: 'unavailable'; readonly retryAfterMs: number | null; readonly code: string };

/** Maximum messages per call. */
export const PUSH_BATCH_MAX = 500;

/** A service that delivers notifications to devices. */
export interface PushPort {
  /**
   * Sends up to `PUSH_BATCH_MAX` messages, each once, and returns outcomes in the same order. Failures are outcomes,
   * never rejections; if the connection breaks, a message may still have been accepted.
   */
  send(messages: readonly PushMessage[]): Promise<readonly PushOutcome[]>;
  /** For `/readyz?deep`: true, or a description of the problem. */
  check(): Promise<true | string>;
  /** Closes connections and stops background work. */
  close(): Promise<void>;
}
