// Ends with 0 if the server of this machine is ready, else with 1 and the reason. The container's health check. An
// argument is the number of milliseconds in which the server must answer.

const limit = Number(process.argv[2] ?? 10_000);
const url = `http://127.0.0.1:${process.env.PORT || 3000}/readyz`;

/** Returns why the server is not ready; null if it is ready. */
async function findProblem(): Promise<string | null> {
  try {
    const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(limit) });
    return ok ? null : `${url} answered ${status}`;
  } catch (error) {
    // `fetch` rejects with an Error only.
    const { name, cause = error } = error as Error;
    return name === 'TimeoutError' ? `${url} did not answer within ${limit} ms` : `${url} cannot be reached: ${cause}`;
  }
}

const problem = await findProblem();
if (problem) console.error(problem);
process.exitCode = problem ? 1 : 0;
