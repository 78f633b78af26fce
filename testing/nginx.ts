import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../server/folders.ts';

/**
 * Writes a configuration of nginx that keeps everything in a folder, and returns its path. Start it with
 * `nginx -c <path> -p <folder>`.
 */
export async function writeNginxConfig(folder: string, http: string, main = ''): Promise<string> {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temporary = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ');
  const file = join(folder, 'nginx.conf');
  await writeFile(
    file,
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; ${main} pid ${folder}/nginx.pid;
     error_log ${folder}/nginx.log; events { worker_connections 1024; }
     http { access_log off; ${temporary} ${http} }`,
  );
  return file;
}

export interface SamplePorts {
  /** The ports of the site's servers. */
  sites: readonly number[];
  plain: number;
  tls: number;
  /** The port at which the servers refresh copies. */
  refresh: number;
}

/** Returns `deploy/nginx.conf` for `localhost` with these ports, and with its certificate and cache in a folder. */
export async function readNginxSample(folder: string, { sites, plain, tls, refresh }: SamplePorts): Promise<string> {
  const sample = await readFile(join(projectFolder, 'deploy/nginx.conf'), 'utf8');
  return sample
    .replaceAll('www.example.org', 'localhost')
    .replace(/server 127\.0\.0\.1:3000(.*);/, (_, how) =>
      sites.map((port) => `server 127.0.0.1:${port}${how};`).join(' '),
    )
    .replaceAll(/\b8080( 1)?;/g, `${refresh}$1;`)
    .replace('/var/cache/nginx/site', join(folder, 'cache'))
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${tls} ssl`)
    .replaceAll('/etc/letsencrypt/live/localhost', folder);
}
