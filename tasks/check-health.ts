// Ends with 0 if the server of this machine is ready, else with 1. The container's health check.

const answer = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).catch(() => null);
process.exitCode = answer?.ok ? 0 : 1;
