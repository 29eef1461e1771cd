import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bundle } from '../../bench/bundle.mjs'
import { Client, startServer } from '../../bench/server.mjs'
import { root } from '../folders.mjs'

/** The built server with the demo university on the embedded database of a folder, to be ended and started again and again. */
export class Site {
  #port
  #password = randomBytes(12).toString('hex')
  #cookies
  #signingIn = null
  /** Set once the server has been started. */
  client
  /** Duration of each start, in milliseconds. */
  startMs = []
  /** Settings of the process beside the folder. */
  env = {}

  constructor({ dataDir, port }) {
    this.dataDir = dataDir
    this.#port = port
  }

  /** Starts the server; the session outlives its end. */
  async start() {
    const server = await startServer(this.#options)
    this.startMs.push(Math.round(server.readyMs))
    this.client = new Client(server, this.#cookies)
    const isSignedIn = this.#cookies && (await this.client.call('GET', '/api/authentication/check-auth')).status === 200
    if (!isSignedIn) await this.client.signIn('admin', this.#password)
    this.#cookies = this.client.cookies
  }

  /** Starts the server and kills it wherever it has got to by then. */
  startAndKill(afterMs) {
    return startServer({ ...this.#options, killAfterMs: afterMs })
  }

  /** Ends the server at once. */
  async kill() {
    this.client.server.kill()
    await this.client.server.ended
  }

  /** Ends the server in order. */
  stop() {
    return this.client.server.stop()
  }

  /** One call as `Client` makes it; whose session has run out signs in again. */
  async call(...call) {
    const answer = await this.client.call(...call)
    if (answer.status !== 401) return answer
    this.#signingIn ??= this.client.signIn('admin', this.#password).finally(() => {
      this.#signingIn = null
    })
    await this.#signingIn
    return this.client.call(...call)
  }

  /** The data of an answer. Throws for a refusal. */
  async demand(method, path, body) {
    const answer = await this.call(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }

  /** Number of pictures in the store as they came. */
  originals() {
    return readdirSync(join(this.dataDir, 'files'), { recursive: true }).filter((name) => String(name).endsWith('-raw')).length
  }

  jobOf(id) {
    return this.demand('GET', `/api/jobs/${id}`)
  }

  /** The job, once nothing is under way in it. */
  async settled(id) {
    for (;;) {
      const job = await this.jobOf(id)
      if (job.state !== 'checking' && job.state !== 'running') return job
      await pause(50)
    }
  }

  /** Runs a program of `bench/` on the database, and answers what it says. The server must be stopped. */
  run(program, more = {}) {
    const env = {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: this.dataDir,
      EMBEDDED_WORKER: join(root, 'dist/server/embedded-worker.js'),
      ...more,
    }
    const { status, stdout, stderr } = spawnSync(process.execPath, [bundle(program)], { env, encoding: 'utf8', maxBuffer: 2 ** 28 })
    if (status !== 0) throw new Error(stderr)
    return stdout
  }

  /** Facts that a program of `bench/` found, from its JSON. */
  facts(program, more) {
    return JSON.parse(this.run(program, more))
  }

  /** Median and slowest start. */
  get starts() {
    const sorted = this.startMs.toSorted((a, b) => a - b)
    return { median: sorted[sorted.length >> 1], slowest: sorted.at(-1) }
  }

  get #options() {
    return { env: { DATA_DIR: this.dataDir, DEMO: '1', DEMO_PASSWORD: this.#password, ...this.env }, port: this.#port }
  }
}
