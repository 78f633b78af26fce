import { connect, type Socket } from 'node:net';

/** A bare connection to a site that has said something; `answer` is all that came back until the site closed it. */
export function openSocket(address: string, said: string): { socket: Socket; answer: Promise<string> } {
  const socket = connect(Number(new URL(address).port), '127.0.0.1', () => socket.write(said));
  let received = '';
  socket.on('data', (part) => {
    received += part;
  });
  return { socket, answer: new Promise((resolve) => socket.once('close', () => resolve(received))) };
}
