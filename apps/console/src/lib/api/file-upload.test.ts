import { describe, expect, it, vi } from 'vitest';
import { connection } from './connection.ts';
import { createFileUploader } from './file-upload.ts';
import { RequestError } from './request-error.ts';

/** The part of `XMLHttpRequest` that the uploader uses, controlled by the test. */
class FakeRequest {
  readonly upload: Record<string, (event: { loaded: number; total: number }) => void> = {};
  readonly headers: Record<string, string> = {};
  status = 0;
  responseText = '';
  sent: unknown;
  onload = () => undefined;
  onerror = () => undefined;
  onabort = () => undefined;
  onloadend = () => undefined;
  open = () => undefined;
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader() {
    return 'reference-1';
  }
  send(body: unknown) {
    this.sent = body;
  }
  abort() {
    this.onabort();
    this.onloadend();
  }
  answer(status: number, body: string) {
    this.status = status;
    this.responseText = body;
    this.onload();
    this.onloadend();
  }
}

function setUp(tokens: (string | null)[] = ['token-1']) {
  const requests: FakeRequest[] = [];
  const onSessionExpired = vi.fn();
  const upload = createFileUploader({
    accessToken: async () => tokens.shift() ?? 'token-1',
    onSessionExpired,
    createRequest: () => {
      const request = new FakeRequest();
      requests.push(request);
      return request as unknown as XMLHttpRequest;
    },
  });
  const controller = new AbortController();
  const shares: number[] = [];
  const start = () =>
    upload(new Blob(['x']), 'picture', {
      signal: controller.signal,
      onProgress: (share) => shares.push(share),
    }).then(
      (id) => ({ id, error: null }),
      (error: unknown) => ({ id: null, error }),
    );
  const request = async (at = 0): Promise<FakeRequest> => {
    await vi.waitUntil(() => requests[at]?.sent !== undefined);
    return requests[at] as FakeRequest;
  };
  return { start, request, requests, controller, shares, onSessionExpired };
}
const refusal = (code: string, details?: unknown) =>
  JSON.stringify({ errors: [{ message: 'm', extensions: { code, details } }] });

describe('a file that is sent', () => {
  it('reports how much was sent and returns its upload id', async () => {
    const { start, request, shares } = setUp();
    const outcome = start();
    const sent = await request();
    expect(sent.headers['authorization']).toBe('Bearer token-1');
    sent.upload['onprogress']?.({ loaded: 25, total: 100 });
    sent.upload['onload']?.({ loaded: 100, total: 100 });
    sent.answer(201, '{"uploadId":"one"}');
    expect(await outcome).toEqual({ id: 'one', error: null });
    expect(shares).toEqual([0.25, 1]);
  });

  it('is sent again when the session was renewed in between', async () => {
    const { start, request, onSessionExpired } = setUp(['old', 'new']);
    const outcome = start();
    (await request(0)).answer(401, refusal('session.expired'));
    const second = await request(1);
    expect(second.headers['authorization']).toBe('Bearer new');
    second.answer(201, '{"uploadId":"two"}');
    expect(await outcome).toEqual({ id: 'two', error: null });
    expect(onSessionExpired).not.toHaveBeenCalled();
  });

  it('ends in sign-in when the session is over', async () => {
    const { start, request, requests, onSessionExpired } = setUp();
    const outcome = start();
    (await request()).answer(401, refusal('session.expired'));
    expect((await outcome).error).toMatchObject({ code: 'session.expired' });
    expect(onSessionExpired).toHaveBeenCalledOnce();
    expect(requests).toHaveLength(1);
  });

  it('ends in sign-in once when the renewed session is not accepted either [spec 4.20]', async () => {
    const { start, request, requests, onSessionExpired } = setUp(['old', 'new']);
    const outcome = start();
    (await request(0)).answer(401, refusal('session.expired'));
    (await request(1)).answer(401, refusal('session.required'));
    expect((await outcome).error).toMatchObject({ code: 'session.required' });
    expect(onSessionExpired).toHaveBeenCalledOnce();
    expect(requests).toHaveLength(2);
  });

  it('ends in sign-in for a 401 only [spec 4.20]', async () => {
    const { start, request, requests, onSessionExpired } = setUp(['old', 'new']);
    const outcome = start();
    (await request(0)).answer(403, refusal('access.denied'));
    expect((await outcome).error).toMatchObject({ code: 'access.denied' });
    expect(onSessionExpired).not.toHaveBeenCalled();
    expect(requests).toHaveLength(1);
  });

  it.each([
    [
      'a refusal with its reason',
      422,
      refusal('field.invalid', { fields: { file: [{ rule: 'picture-damaged' }] } }),
      { code: 'field.invalid', details: { fields: { file: [{ rule: 'picture-damaged' }] } } },
    ],
    ['a page of a proxy', 502, '<html>', { code: 'service.unavailable', referenceId: 'reference-1' }],
    ['an answer without an id', 201, '{}', { code: 'unexpected' }],
    ['JSON that is no object', 201, 'null', { code: 'unexpected' }],
  ])('rejects with what the server says: %s', async (_name, status, body, error) => {
    const { start, request } = setUp();
    const outcome = start();
    (await request()).answer(status, body);
    expect((await outcome).error).toMatchObject(error);
    expect((await outcome).error).toBeInstanceOf(RequestError);
  });

  it('rejects when the server cannot be reached', async () => {
    const { start, request } = setUp();
    const doubt = vi.spyOn(connection, 'doubt').mockReturnValue(undefined);
    const outcome = start();
    (await request()).onerror();
    expect((await outcome).error).toMatchObject({ code: 'network.unreachable' });
    expect(doubt).toHaveBeenCalledOnce();
    doubt.mockRestore();
  });

  it('is stopped by its signal', async () => {
    const { start, request, controller } = setUp();
    const outcome = start();
    await request();
    controller.abort();
    expect((await outcome).error).toMatchObject({ name: 'AbortError' });
  });
});
