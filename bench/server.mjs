/**
 * Runs the built server as a child process, with a client that can sign in. For benchmarks and kill
 * tests.
 */
import { spawn } from 'node:child_process'
import http from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../scripts/project-files.mjs'

const startDeadlineMs = 300_000

/**
 * Starts a program and waits until it responds at `probe`. With `killAfterMs`, it is killed after
 * that time instead.
 */
export async function startServer({
  env,
  port,
  program = join(root, 'dist/server/main.js'),
  probe = '/readyz',
  killAfterMs,
}) {
  const { DATABASE_URL: _database, DATA_DIR: _data, ...own } = process.env
  const startedAt = performance.now()
  // Uses the same flag as `npm start`, the systemd unit and the container image.
  const child = spawn(process.execPath, ['--max-semi-space-size=8', program], {
    cwd: root,
    env: {
      ...own,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      REQUEST_LIMIT_PER_MINUTE: '0',
      SUBMISSIONS_PER_HOUR: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-4000)
    })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const isUp = () => child.exitCode === null && child.signalCode === null
  const kill = () => child.kill('SIGKILL')
  // End the server whenever this program ends.
  process.once('exit', kill)
  child.once('close', () => process.removeListener('exit', kill))
  const stop = async () => {
    child.kill('SIGTERM')
    const late = setTimeout(kill, 40_000)
    await ended
    clearTimeout(late)
  }
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
  if (killAfterMs !== undefined) {
    await pause(killAfterMs)
    kill()
    await ended
    return undefined
  }
  while (true) {
    if (!isUp()) throw new Error(`The server exited during startup:\n${output}`)
    if (performance.now() - startedAt > startDeadlineMs) {
      kill()
      throw new Error(`The server did not start:\n${output}`)
    }
    const status = await sendRequest({ agent, port, method: 'GET', path: probe }).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) break
    await pause(10)
  }
  return {
    port,
    agent,
    child,
    ended,
    kill,
    stop,
    readyMs: performance.now() - startedAt,
    said: () => output,
  }
}

/** Makes an HTTP call. Returns status, headers and body as text. */
export function sendRequest({
  agent,
  port,
  method,
  path,
  headers = {},
  payload,
  timeoutMs = 30_000,
}) {
  return new Promise((resolve, reject) => {
    const outgoing = http.request(
      { agent, host: '127.0.0.1', port, method, path, headers },
      (incoming) => {
        const chunks = []
        incoming.on('data', (chunk) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode,
            headers: incoming.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        )
      },
    )
    outgoing.setTimeout(timeoutMs, () =>
      outgoing.destroy(new Error('The server did not respond in time.')),
    )
    outgoing.on('error', (error) => reject(Object.assign(error, { call: `${method} ${path}` })))
    // With `Expect: 100-continue`, sends the body only once the server asks for it, so that a
    // rejected call sends none.
    if (!headers.expect) return outgoing.end(payload)
    outgoing.on('continue', () => outgoing.end(payload))
    outgoing.on('response', (incoming) =>
      incoming.on('end', () => outgoing.writableEnded || outgoing.destroy()),
    )
    outgoing.flushHeaders()
  })
}

/** A minimal browser that keeps cookies and sends JSON. */
export class BenchClient {
  constructor(server, cookies = new Map()) {
    this.server = server
    this.cookies = cookies
  }

  /** Sends `body` as JSON, or `raw` with a different media type. */
  async call(method, path, body, raw) {
    const { type, payload } = raw ?? {
      type: 'application/json',
      payload: body === undefined ? undefined : JSON.stringify(body),
    }
    const headers = {
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(payload !== undefined && {
        'content-type': type,
        'content-length': Buffer.byteLength(payload),
      }),
    }
    const ask = () => sendRequest({ ...this.server, method, path, headers, payload })
    // Retry as browsers do, because the server may just have closed a kept-alive connection.
    const answer = await ask().catch((error) => {
      if (method !== 'GET' || error.code !== 'ECONNRESET') throw error
      return ask()
    })
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [pair] = line.split(';')
      const at = pair.indexOf('=')
      this.cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return {
      status: answer.status,
      headers: answer.headers,
      body: answer.text.startsWith('{') ? JSON.parse(answer.text) : {},
    }
  }

  async signIn(username, password) {
    const { status, body } = await this.call('POST', '/api/authentication/login', {
      username,
      password,
    })
    if (status !== 200)
      throw new Error(`Signing in as ${username} failed: ${status} ${body.message}`)
  }
}
