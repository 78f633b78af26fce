import type { Socket } from 'node:net';

// Node has no public count of the bytes that the kernel has taken from a socket: `bytesWritten` counts what the program
// has written, and `writableLength` falls only when a whole chunk has left. A slow client would look like a stopped
// one. Node's own socket time-out reads the same private properties. This is the only file that knows them.

type Handle = { _handle?: { writeQueueSize: number; bytesWritten: number } | null };

/** Returns the bytes that the kernel has taken from a socket. */
export function countSentBytes(socket: Socket): number {
  const { _handle: handle } = socket as Socket & Handle;
  return handle ? handle.bytesWritten - handle.writeQueueSize : socket.bytesWritten - socket.writableLength;
}
