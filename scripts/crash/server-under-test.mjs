import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bundle } from '../../bench/bundle.mjs'
import { BenchClient, startServer } from '../../bench/server.mjs'
import { root } from '../project-files.mjs'

/**
 * The built server, with demonstration data in an embedded database in a folder. It can be killed
 * and restarted repeatedly.
 */
export class ServerUnderTest {
  #port
  #password = randomBytes(12).toString('hex')
  #cookies
  #signingIn = null
  /** Set by the first start. */
  client
  /** Duration of each start in milliseconds. */
  startMs = []
  /** Additional environment variables of the server. */
  env = {}

  constructor({ dataDir, port }) {
    this.dataDir = dataDir
    this.#port = port
  }

  /** Starts the server. The session survives restarts. */
  async start() {
    const server = await startServer(this.#options)
    this.startMs.push(Math.round(server.readyMs))
    this.client = new BenchClient(server, this.#cookies)
    const isSignedIn =
      this.#cookies &&
      (await this.client.call('GET', '/api/authentication/check-auth')).status === 200
    if (!isSignedIn) await this.client.signIn('admin', this.#password)
    this.#cookies = this.client.cookies
  }

  /** Starts the server and kills it after a delay, during startup or later. */
  startAndKill(afterMs) {
    return startServer({ ...this.#options, killAfterMs: afterMs })
  }

  /** Kills the server. */
  async kill() {
    this.client.server.kill()
    await this.client.server.ended
  }

  /** Stops the server gracefully. */
  stop() {
    return this.client.server.stop()
  }

  /** Makes a call with `BenchClient`, and signs in again if the session has expired. */
  async call(...call) {
    const answer = await this.client.call(...call)
    if (answer.status !== 401) return answer
    this.#signingIn ??= this.client.signIn('admin', this.#password).finally(() => {
      this.#signingIn = null
    })
    await this.#signingIn
    return this.client.call(...call)
  }

  /** Returns the data of a response. Throws if the call is rejected. */
  async requestData(method, path, body) {
    const answer = await this.call(method, path, body)
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }

  /** Returns the number of uploaded pictures in the store that have not been prepared yet. */
  countUnprepared() {
    return readdirSync(join(this.dataDir, 'files'), { recursive: true }).filter((name) =>
      String(name).endsWith('-raw'),
    ).length
  }

  getJob(id) {
    return this.requestData('GET', `/api/jobs/${id}`)
  }

  /** Waits until the job is neither checking nor running, and returns it. */
  async waitForJob(id) {
    for (;;) {
      const job = await this.getJob(id)
      if (job.state !== 'checking' && job.state !== 'running') return job
      await pause(50)
    }
  }

  /**
   * Runs a program from `bench/` on the database and returns its output. The server must be
   * stopped.
   */
  run(program, more = {}) {
    const env = {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: this.dataDir,
      EMBEDDED_WORKER: join(root, 'dist/server/embedded-worker.js'),
      ...more,
    }
    const { status, stdout, stderr } = spawnSync(process.execPath, [bundle(program)], {
      env,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    })
    if (status !== 0) throw new Error(stderr)
    return stdout
  }

  /** Runs a program from `bench/` and parses its output as JSON. */
  readFacts(program, more) {
    return JSON.parse(this.run(program, more))
  }

  /** Median and slowest start. */
  get starts() {
    const sorted = this.startMs.toSorted((a, b) => a - b)
    return { median: sorted[sorted.length >> 1], slowest: sorted.at(-1) }
  }

  get #options() {
    return {
      env: { DATA_DIR: this.dataDir, DEMO: '1', DEMO_PASSWORD: this.#password, ...this.env },
      port: this.#port,
    }
  }
}
