import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UserError } from '../../../checker/user-error.ts';
import { renderJson } from '../../../traces/json.ts';
import { commandOf, harmlessCommands, perform } from '../commands.ts';
import type { Exploration } from '../exploration.ts';
import { viewOf } from '../view.ts';
import { assetNamed } from './assets.ts';
import { neighbourhood } from './neighbourhood.ts';

export interface ServerSettings {
  readonly port: number;
  readonly maxStates: number;
}

export interface ExploreServer {
  /** With the token without which nothing is answered. */
  readonly url: string;
  close(): Promise<void>;
}

/** A command is a line; no honest one is longer. */
const MOST_BYTES = 64 * 1024;
/** Values are broken into rows of this many characters at most, where their type allows it. */
const ROOM = 44;

/**
 * What every answer says: scripts, styles and connections from this server only, no frames, and no
 * address with a token in it for other sites.
 */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/**
 * Serves one exploration on 127.0.0.1. Other users of the machine and other pages in the browser can
 * reach the port too: the random token in the path keeps the former out, and the checks of Host and
 * Origin a page that has its own name point here (DNS rebinding).
 */
export async function startServer(
  exploration: Exploration,
  { port, maxStates }: ServerSettings,
): Promise<ExploreServer> {
  const token = randomBytes(24).toString('base64url');
  const site = new Site(exploration, maxStates);
  const server = createServer((request, response) => {
    const own = (server.address() as AddressInfo).port;
    const refusal = refuse(request, own, token);
    if (refusal !== null) return answer(response, refusal, 'text/plain', 'refused\n');
    const path = pathOf(request).slice(token.length + 2);
    site.answer(request, response, path).catch((error: unknown) => {
      answer(
        response,
        500,
        'application/json',
        JSON.stringify({ error: { message: String(error) } }),
      );
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${bound}/${token}/`,
    async close() {
      site.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The status with which a request is refused, or null. */
function refuse(request: IncomingMessage, port: number, token: string): number | null {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host = '', origin } = request.headers;
  if (!hosts.includes(host)) return 403;
  if (origin !== undefined && !hosts.some((name) => origin === `http://${name}`)) return 403;
  const fetchSite = request.headers['sec-fetch-site'];
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return 403;
  const given = Buffer.from(pathOf(request).split('/')[1] ?? '');
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? null : 403;
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?')[0]!;
}

function answer(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Buffer,
): void {
  if (response.headersSent) return void response.end();
  response.writeHead(status, { ...HEADERS, 'content-type': `${type}; charset=utf-8` });
  response.end(body);
}

/** What is served behind the token. */
class Site {
  readonly #exploration: Exploration;
  readonly #maxStates: number;
  /** Commands are done one after the other. */
  #turn: Promise<unknown> = Promise.resolve();
  #running: AbortController | null = null;

  constructor(exploration: Exploration, maxStates: number) {
    this.#exploration = exploration;
    this.#maxStates = maxStates;
  }

  /** Stops a search that is under way. */
  stop(): void {
    this.#running?.abort();
  }

  async answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const json = (status: number, value: unknown): void =>
      answer(response, status, 'application/json', JSON.stringify(value));
    switch (`${request.method} ${path}`) {
      case 'GET view':
        return json(200, this.#view(null));
      case 'GET trace.json':
        response.setHeader('content-disposition', 'attachment; filename="path.json"');
        return answer(response, 200, 'application/json', renderJson(this.#exploration.report()));
      case 'POST stop':
        this.stop();
        return json(200, {});
      case 'POST do': {
        const line = await lineOf(request);
        if (line === null) return json(400, { error: { message: 'a JSON object with a line' } });
        const done = this.#turn.then(() => this.#do(line));
        this.#turn = done.catch(() => undefined);
        return json(200, await done);
      }
    }
    if (request.method !== 'GET') return json(405, { error: { message: 'no such request' } });
    const asset = await assetNamed(path === '' ? 'index.html' : path);
    if (asset === null) return answer(response, 404, 'text/plain', 'there is no such page\n');
    answer(response, 200, asset.type, asset.body);
  }

  /** Does a command; a mistake in it is part of the answer. */
  async #do(line: string): Promise<unknown> {
    this.#running = new AbortController();
    try {
      if (!harmlessCommands.has(commandOf(line).command.name))
        throw new UserError('this command is for the terminal');
      const reply = await perform(this.#exploration, line, {
        signal: this.#running.signal,
        maxStates: this.#maxStates,
        width: 100,
      });
      return this.#view(reply.text);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return { error: { message: error.message, hint: error.hint } };
    } finally {
      this.#running = null;
    }
  }

  #view(said: string | null): unknown {
    const view = viewOf(this.#exploration, ROOM);
    return { view, graph: neighbourhood(this.#exploration, view), said };
  }
}

/** The line in a request's JSON body; null if there is none. A page of another site cannot send JSON. */
async function lineOf(request: IncomingMessage): Promise<string | null> {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) return null;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MOST_BYTES) return null;
    parts.push(part);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
    const line = typeof body === 'object' && body !== null && 'line' in body ? body.line : null;
    return typeof line === 'string' ? line : null;
  } catch {
    return null;
  }
}
