import pg from 'pg';

/** A statement that waits to be sent with others. */
interface Waiting {
  send(client: pg.PoolClient): Promise<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

type Query = (...args: unknown[]) => Promise<unknown>;

/** Sends the statements of a batch in one write, and returns the first error once all are answered. */
async function sendBatch(client: pg.PoolClient, batch: readonly Waiting[]): Promise<Error | undefined> {
  const { stream } = client.connection;
  stream.cork();
  const answers = batch.map(({ send }) => send(client));
  stream.uncork();
  const settled = await Promise.allSettled(answers);
  for (const [index, answer] of settled.entries()) {
    if (answer.status === 'fulfilled') batch[index]?.resolve(answer.value);
    else batch[index]?.reject(answer.reason);
  }
  return settled.find((answer) => answer.status === 'rejected')?.reason as Error | undefined;
}

/**
 * A pool that sends independent statements in one round trip: those that are asked for in the same turn of the event
 * loop. The loaders of a page ask for all their data in one turn. Each statement fails alone. Transactions use a
 * connection of their own, as in every pool.
 */
export class BatchingPool extends pg.Pool {
  #waiting: Waiting[] = [];

  // None of the overloads in pg's types accepts all call forms at once.
  override query(...args: unknown[]): never {
    if (typeof args.at(-1) === 'function') return (super.query as unknown as Query)(...args) as never;
    return new Promise((resolve, reject) => {
      if (this.#waiting.push({ send: (client) => (client.query as unknown as Query)(...args), resolve, reject }) > 1)
        return;
      process.nextTick(() => void this.#send());
    }) as never;
  }

  async #send(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    try {
      const client = await this.connect();
      // A connection on which a statement failed is closed, as `pg.Pool` does.
      client.release(await sendBatch(client, batch));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
