import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

// The least that Node can do: one buffer for every request, with a type and a length, or with the headers that a file holds as
// a list of names and values in turn. `bare-server.ts <port> <file> [<headers>]`

const body = readFileSync(process.argv[3] ?? '');
const least = ['content-type', 'text/html; charset=utf-8', 'content-length', String(body.length)];
const headers = process.argv[4] ? (JSON.parse(readFileSync(process.argv[4], 'utf8')) as string[]) : least;
createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
}).listen(Number(process.argv[2]), '127.0.0.1');
