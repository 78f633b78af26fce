/**
 * Creates a `fetch` that reports upload progress by XMLHttpRequest (XHR Standard, section 3.6), the only source of
 * upload progress in browsers. It supports what the client needs: text responses with two of their headers, a method,
 * headers and a signal.
 */
export function fetchWithProgress(onProgress: (share: number) => void): typeof globalThis.fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const abort = () => request.abort();
      request.open(init.method ?? 'GET', String(input));
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () => {
        const headers = new Headers();
        for (const name of ['x-request-id', 'retry-after']) {
          const value = request.getResponseHeader(name);
          if (value) headers.set(name, value);
        }
        // A response such as 204 must have no body, not even an empty one.
        resolve(new Response(request.responseText || null, { status: request.status, headers }));
      };
      request.onerror = () => reject(new TypeError('The network did not answer'));
      request.onabort = () => reject(new DOMException('The call was cancelled', 'AbortError'));
      request.onloadend = () => init.signal?.removeEventListener('abort', abort);
      if (init.signal?.aborted) return reject(init.signal.reason);
      init.signal?.addEventListener('abort', abort);
      request.send(init.body as FormData);
    });
}
