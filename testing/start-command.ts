/**
 * Returns the command that starts the site as `npm start` does, or with the memory bounds for a small machine (Linux).
 */
export function startCommand(isSmallMachine = false): [program: string, ...args: string[]] {
  return isSmallMachine ? ['sh', 'server/start-small.sh'] : [process.execPath, 'server/start.js'];
}
