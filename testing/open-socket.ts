import { connect, type Socket } from 'node:net';

/**
 * Opens a connection to a site and sends a text. `answer` resolves to everything received until the site closes the
 * connection.
 */
export function openSocket(address: string, text: string): { socket: Socket; answer: Promise<string> } {
  const socket = connect(Number(new URL(address).port), '127.0.0.1', () => socket.write(text));
  let received = '';
  socket.on('data', (part) => {
    received += part;
  });
  return { socket, answer: new Promise((resolve) => socket.once('close', () => resolve(received))) };
}
