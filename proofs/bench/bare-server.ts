import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

// Answers every request with the bytes of a file, with as little work as Node can do. The headers are a type and a
// length, or a flat list of names and values from a file. `bare-server.ts <port> <file> [<headers>]`

const body = readFileSync(process.argv[3] ?? '');
const minimalHeaders = ['content-type', 'text/html; charset=utf-8', 'content-length', String(body.length)];
const headers = process.argv[4] ? (JSON.parse(readFileSync(process.argv[4], 'utf8')) as string[]) : minimalHeaders;
createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
}).listen(Number(process.argv[2]), '127.0.0.1');
