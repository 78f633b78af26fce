import { afterEach, expect, it, vi } from 'vitest';
import { fetchWithProgress } from './progress-fetch.ts';

afterEach(() => vi.unstubAllGlobals());

/** Stands in for the browser's XMLHttpRequest, and answers every request alike. */
function answerRequests(status: number, responseText: string, headers: Record<string, string> = {}): void {
  class TestRequest {
    readonly status = status;
    readonly responseText = responseText;
    readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload?: () => void;
    onloadend?: () => void;
    open() {}
    setRequestHeader() {}
    getResponseHeader(name: string) {
      return headers[name] ?? null;
    }
    send() {
      this.upload.onprogress?.({ loaded: 1, total: 4 });
      this.onload?.();
      this.onloadend?.();
    }
  }
  vi.stubGlobal('XMLHttpRequest', TestRequest);
}

it('reports progress and returns the response', async () => {
  answerRequests(200, '{"files":[]}');
  const shares: number[] = [];
  const response = await fetchWithProgress((share) => shares.push(share))('/upload', { method: 'POST' });
  expect([response.status, await response.text(), shares]).toEqual([200, '{"files":[]}', [0.25]]);
});

it('returns a response that has no body', async () => {
  answerRequests(204, '');
  const response = await fetchWithProgress(() => undefined)('/upload', { method: 'POST' });
  expect([response.status, await response.text()]).toEqual([204, '']);
});

it('returns the headers that the client reads from a failure', async () => {
  answerRequests(429, '{}', { 'x-request-id': 'one', 'retry-after': '30' });
  const { headers } = await fetchWithProgress(() => undefined)('/upload', { method: 'POST' });
  expect([headers.get('x-request-id'), headers.get('retry-after')]).toEqual(['one', '30']);
});
