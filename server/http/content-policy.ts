import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** Returns the source by which a policy allows an inline element (Content Security Policy 3, section 2.3.1). */
export function createHashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const isDirective = (directive: string, name: string) => directive.trim().split(' ')[0] === name;

/** Replaces one directive of a policy, or adds it. */
export function setDirective(policy: string, name: string, value: string): string {
  return [...policy.split(';').filter((each) => !isDirective(each, name)), `${name} ${value}`].join(';');
}

/**
 * Returns a policy that also allows further sources, separated by spaces. In development it returns the policy
 * unchanged, because a nonce or hash would disable `unsafe-inline`.
 */
function addSource(policy: string, name: 'script-src' | 'style-src', source: string): string {
  const directive = policy.split(';').find((each) => isDirective(each, name)) ?? '';
  if (directive.includes("'unsafe-inline'")) return policy;
  return setDirective(policy, name, `${directive.trim().slice(name.length + 1)} ${source}`);
}

/** Returns a policy that also allows styles of further sources. */
export const addStyleSource = (policy: string, source: string) => addSource(policy, 'style-src', source);

/** Returns a policy that also allows scripts of further sources. */
export const addScriptSource = (policy: string, source: string) => addSource(policy, 'script-src', source);

/** Adds the sources of a page's style elements to the Content-Security-Policy header of its response. */
export function allowPageStyles(reply: FastifyReply, sources: readonly string[]): void {
  const policy = `${reply.getHeader('content-security-policy')}`;
  reply.header('content-security-policy', addStyleSource(policy, sources.join(' ')));
}
