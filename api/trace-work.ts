/** Runs work as a span of a trace. Attributes never hold a value that a visitor sent. */
export type TraceWork = <T>(name: string, attributes: Record<string, string>, work: () => Promise<T>) => Promise<T>;

let tracing: TraceWork | null = null;

/** Sets what records spans; null records none, which is the default. */
export function setTracing(next: TraceWork | null): void {
  tracing = next;
}

export function isTracing(): boolean {
  return tracing !== null;
}

/** Runs work as a span inside the present one, if spans are recorded. */
export const traceWork: TraceWork = (name, attributes, work) => (tracing ? tracing(name, attributes, work) : work());
