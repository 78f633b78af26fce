import type { Command } from 'commander';

/** What a command may know of the whole program. */
export interface WholeProgram {
  rows: readonly CommandRow[];
  /** Creates the program with the arguments and options of every command. */
  create(): Promise<Command>;
}

/** A command of the program `site`. */
export interface CommandRow {
  name: string;
  /** What the command does in a few words, without a full stop, such as "backs up a running site". */
  summary: string;
  /** The heading of the help under which the command is listed. */
  group: 'Content:' | 'Messages:' | 'Backups:' | 'Installation:' | 'The program:';
  /** A section of a document in `docs/` that says more, such as `operation.md#back-up`. */
  guide?: string;
  /** Loads the module of the command. The returned function adds its arguments, options and work to the command. */
  load(): Promise<(command: Command, program: WholeProgram) => void>;
}

/** Returns a command as people type it, such as `npx site inbox list`. */
export function getCommandLine(command: Command): string {
  return command.parent ? `${getCommandLine(command.parent)} ${command.name()}` : command.name();
}
