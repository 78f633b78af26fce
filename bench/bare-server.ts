import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

// The least that Node can do: one buffer for every request, with a type and a length. `bare-server.ts <port> <file>`

const body = readFileSync(process.argv[3] ?? '');
createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length });
  response.end(body);
}).listen(Number(process.argv[2]), '127.0.0.1');
