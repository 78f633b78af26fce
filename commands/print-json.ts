/** Prints a value as one JSON document on standard output. */
export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}

/**
 * Prints values as one JSON array, in the form that `present` gives them. Prints each as soon as it is read, because a
 * list may be larger than the memory.
 */
export async function printJsonList<T>(values: AsyncIterable<T>, present: (value: T) => unknown): Promise<void> {
  let count = 0;
  for await (const value of values) console.log(`${count++ === 0 ? '[' : ','}${JSON.stringify(present(value))}`);
  console.log(count === 0 ? '[]' : ']');
}
