import { use, useEffect, useRef, useState } from 'react';
import { findUploadProblem, uploadLimits } from '../../contract/forms/uploads.ts';
import { isApiFailure } from '../../contract/http/client.ts';
import { SiteClientContext } from '../context.ts';
import type { SubmissionRefusal } from './submission.ts';

/** A file that the visitor chose for a form. */
export interface Attachment {
  id: string;
  name: string;
  size: number;
  state: 'sending' | 'stored' | 'failed';
  /** The sent share of the file, 0 to 1. */
  share: number;
  token?: string;
  /** For a retry; absent for a file that an earlier attempt stored. */
  file?: File;
  /** Why the upload failed, and what to do. */
  problem?: string;
}

export interface Uploads {
  attachments: Attachment[];
  /** Sentences about the refused files. */
  problems: string[];
  /** The latest event, for screen readers. */
  status: string;
  add(files: readonly File[]): void;
  remove(id: string): void;
  retry(id: string): void;
}

function readAttached(refusal: SubmissionRefusal | null): Attachment[] {
  return (refusal?.attached ?? []).map(({ token, name, size }) => ({
    id: token,
    name,
    size,
    token,
    state: 'stored',
    share: 1,
  }));
}

/** Describes a failed upload. `isFinal` means that a retry cannot succeed. */
function describeFailure(error: unknown): { isFinal: boolean; text: string } {
  const failure = isApiFailure(error) ? error : null;
  if (failure?.kind === 'client') {
    const isTemporary = failure.status === 408 || failure.status === 429;
    return { isFinal: !isTemporary, text: failure.fields[0]?.message ?? failure.message };
  }
  const reason = failure?.kind === 'server' ? 'It could not be stored right now.' : 'The connection was lost.';
  return { isFinal: false, text: `${reason} Try again, or send the form without it.` };
}

/** Uploads each file as soon as it is chosen, in a call of its own, with its own progress and retry. */
export function useUploads(refusal: SubmissionRefusal | null): Uploads {
  const client = use(SiteClientContext);
  const [attachments, setAttachments] = useState<Attachment[]>(() => readAttached(refusal));
  const [problems, setProblems] = useState<string[]>([]);
  const [status, setStatus] = useState('');
  const calls = useRef(new Map<string, AbortController>());
  const nextId = useRef(0);

  // A refusal about the files means that their tokens are expired or used.
  useEffect(() => {
    if (!refusal || refusal.attached || !refusal.fields.some(({ path }) => path === 'files')) return;
    setAttachments((all) => all.filter(({ state }) => state !== 'stored'));
  }, [refusal]);

  // Cancels the uploads when the page is left.
  useEffect(() => {
    const { current } = calls;
    return () => {
      for (const call of current.values()) call.abort();
    };
  }, []);

  function update(id: string, changes: Partial<Attachment>): void {
    setAttachments((all) =>
      all.map((attachment) => (attachment.id === id ? { ...attachment, ...changes } : attachment)),
    );
  }

  function discard(id: string): void {
    setAttachments((all) => all.filter((attachment) => attachment.id !== id));
  }

  async function upload(id: string, file: File): Promise<void> {
    if (!client) return;
    const call = new AbortController();
    calls.current.set(id, call);
    setStatus(`Sending ${file.name}.`);
    try {
      const onProgress = (share: number) => update(id, { share });
      const [stored] = await client.upload([file], { signal: call.signal, onProgress });
      if (!stored) throw new Error('The answer has no file');
      update(id, { state: 'stored', token: stored.token, name: stored.name });
      setStatus(`${file.name} is attached.`);
    } catch (error) {
      if (call.signal.aborted) return;
      const { isFinal, text } = describeFailure(error);
      setStatus(`${file.name} was not attached. ${text}`);
      if (!isFinal) return update(id, { state: 'failed', problem: text });
      discard(id);
      setProblems((all) => [...all, text]);
    } finally {
      calls.current.delete(id);
    }
  }

  function add(files: readonly File[]): void {
    const refused: string[] = [];
    const added: Attachment[] = [];
    for (const file of files) {
      const { name, size } = file;
      const isTooMany = attachments.length + added.length >= uploadLimits.files;
      const problem = isTooMany
        ? `You can attach up to ${uploadLimits.files} files; ${name} was not added.`
        : findUploadProblem(name, size);
      if (problem) refused.push(problem);
      else added.push({ id: `new-${nextId.current++}`, name, size, file, state: 'sending', share: 0 });
    }
    setProblems(refused);
    if (refused.length > 0) setStatus(refused.join(' '));
    setAttachments((all) => [...all, ...added]);
    for (const { id, file } of added) if (file) void upload(id, file);
  }

  return {
    attachments,
    problems,
    status,
    add,
    remove: (id) => {
      calls.current.get(id)?.abort();
      discard(id);
      setProblems([]);
      setStatus(`${attachments.find((attachment) => attachment.id === id)?.name} was removed.`);
    },
    retry: (id) => {
      const file = attachments.find((attachment) => attachment.id === id)?.file;
      if (!file) return;
      update(id, { state: 'sending', share: 0 });
      void upload(id, file);
    },
  };
}
