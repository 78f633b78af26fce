import { use, useEffect, useRef, useState } from 'react';
import { isApiFailure } from '../../contract/client.ts';
import { findUploadProblem, uploadLimits } from '../../contract/uploads.ts';
import { ClientContext } from '../context.ts';
import type { Refusal } from './outcome.ts';

/** A file that was chosen for a form. */
export interface Attachment {
  id: string;
  name: string;
  size: number;
  state: 'sending' | 'stored' | 'failed';
  /** How much of it has left, 0 to 1. */
  share: number;
  token?: string;
  /** To send it again; absent for one kept from an earlier try. */
  file?: File;
  /** Why it failed, and what to do. */
  problem?: string;
}

export interface Uploads {
  attachments: Attachment[];
  /** What is wrong with files that were not taken, a sentence each. */
  problems: string[];
  /** For those who hear the page. */
  status: string;
  add(files: readonly File[]): void;
  remove(id: string): void;
  retry(id: string): void;
}

function keptFrom(refusal: Refusal | null): Attachment[] {
  return (refusal?.attached ?? []).map(({ token, name, size }) => ({
    id: token,
    name,
    size,
    token,
    state: 'stored',
    share: 1,
  }));
}

/** What to do about a file that did not arrive; the form goes without it where the sender wants so. */
function failureOf(error: unknown): { isFinal: boolean; text: string } {
  const failure = isApiFailure(error) ? error : null;
  if (failure?.kind === 'client') {
    const isForNow = failure.status === 408 || failure.status === 429;
    return { isFinal: !isForNow, text: failure.fields[0]?.message ?? failure.message };
  }
  const reason = failure?.kind === 'server' ? 'It could not be stored just now.' : 'The connection was lost.';
  return { isFinal: false, text: `${reason} Try again, or send the form without it.` };
}

/** Uploads files as they are chosen, each by itself, so that each has its own progress, end and second try. */
export function useUploads(refusal: Refusal | null): Uploads {
  const client = use(ClientContext);
  const [attachments, setAttachments] = useState<Attachment[]>(() => keptFrom(refusal));
  const [problems, setProblems] = useState<string[]>([]);
  const [status, setStatus] = useState('');
  const calls = useRef(new Map<string, AbortController>());
  const made = useRef(0);

  // A form that was refused for its files needs others: those are gone, or went with another message.
  useEffect(() => {
    if (!refusal || refusal.attached || !refusal.fields.some(({ path }) => path === 'files')) return;
    setAttachments((all) => all.filter(({ state }) => state !== 'stored'));
  }, [refusal]);

  // Nobody waits any more for what a page that is left was sending.
  useEffect(() => {
    const { current } = calls;
    return () => {
      for (const call of current.values()) call.abort();
    };
  }, []);

  function patch(id: string, changes: Partial<Attachment>): void {
    setAttachments((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)));
  }

  function drop(id: string): void {
    setAttachments((all) => all.filter((one) => one.id !== id));
  }

  async function send(id: string, file: File): Promise<void> {
    if (!client) return;
    const call = new AbortController();
    calls.current.set(id, call);
    setStatus(`Sending ${file.name}.`);
    try {
      const onProgress = (share: number) => patch(id, { share });
      const [stored] = await client.upload([file], { signal: call.signal, onProgress });
      if (!stored) throw new Error('The answer names no file');
      patch(id, { state: 'stored', token: stored.token, name: stored.name });
      setStatus(`${file.name} has arrived.`);
    } catch (error) {
      if (call.signal.aborted) return;
      const { isFinal, text } = failureOf(error);
      setStatus(`${file.name} did not arrive. ${text}`);
      if (!isFinal) return patch(id, { state: 'failed', problem: text });
      drop(id);
      setProblems((all) => [...all, text]);
    } finally {
      calls.current.delete(id);
    }
  }

  function add(files: readonly File[]): void {
    const wrong: string[] = [];
    const fresh: Attachment[] = [];
    for (const file of files) {
      const { name, size } = file;
      const isTooMany = attachments.length + fresh.length >= uploadLimits.files;
      const problem = isTooMany
        ? `${name} is one too many: at most ${uploadLimits.files} files go together.`
        : findUploadProblem(name, size);
      if (problem) wrong.push(problem);
      else fresh.push({ id: `new-${made.current++}`, name, size, file, state: 'sending', share: 0 });
    }
    setProblems(wrong);
    if (wrong.length > 0) setStatus(wrong.join(' '));
    setAttachments((all) => [...all, ...fresh]);
    for (const { id, file } of fresh) if (file) void send(id, file);
  }

  return {
    attachments,
    problems,
    status,
    add,
    remove: (id) => {
      calls.current.get(id)?.abort();
      drop(id);
      setProblems([]);
      setStatus(`${attachments.find((one) => one.id === id)?.name} is removed.`);
    },
    retry: (id) => {
      const file = attachments.find((one) => one.id === id)?.file;
      if (!file) return;
      patch(id, { state: 'sending', share: 0 });
      void send(id, file);
    },
  };
}
