/** The embedded engine's thread as seen from the program: statements go in, rows come out, and a stuck one is replaced. */
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { AppError } from '#model/wire/errors.ts'
import { noteDuration } from '../slow.ts'
import { openingRefused } from './directory.ts'
import { closeEngine, type EmbeddedAnswer, type EmbeddedFault, type EmbeddedStart } from './protocol.ts'

/** A statement that the engine refused: `code` is the SQLSTATE. */
class StatementError extends Error implements EmbeddedFault {
  override readonly name = 'StatementError'
  readonly code: string | undefined
  readonly constraint: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined
  readonly detail: string | undefined
  constructor(fault: EmbeddedFault) {
    super(fault.message)
    this.code = fault.code
    this.constraint = fault.constraint
    this.table = fault.table
    this.column = fault.column
    this.detail = fault.detail
  }
}

/** As PostgreSQL itself says it. */
const tookTooLong: EmbeddedFault = {
  code: '57014',
  message: 'canceling statement due to statement timeout',
  ...{ constraint: undefined, table: undefined, column: undefined, detail: undefined },
}

interface Waiting {
  readonly text: string
  readonly values: readonly (string | null)[]
  readonly deadlineMs: number
  /** Belongs to no transaction: it may run in a new thread, if it has not begun in the one that was lost. */
  readonly isAlone: boolean
  readonly resolve: (rows: readonly object[]) => void
  readonly reject: (error: Error) => void
}
export interface Thread {
  /** Sends one statement; those sent earlier are answered earlier. One that is `isAlone` survives the loss of the thread while it waits. */
  send(text: string, values: readonly (string | null)[], deadlineMs: number, isAlone?: boolean): Promise<readonly object[]>
  /** Number of times that the engine was started again; statements of a transaction from before are not continued. */
  readonly generation: number
  close(): Promise<void>
  /** Ends the engine where it stands: its directory is another's. */
  abandon(): Promise<void>
}

/** Starts the engine in a thread of its own. Throws `DatabaseRefusal` when it cannot open its directory. */
export async function startThread(worker: URL, start: Omit<EmbeddedStart, 'mayInitialise' | 'begun'>, log: Logger): Promise<Thread> {
  const waiting = new Map<number, Waiting>()
  let last = 0
  let generation = 0
  let timer: NodeJS.Timeout | undefined
  let runningSince = 0
  let closing = false
  const begun = new Int32Array(new SharedArrayBuffer(4))
  let current = await open(true)

  async function open(mayInitialise: boolean): Promise<Worker> {
    Atomics.store(begun, 0, 0)
    const workerData: EmbeddedStart = { ...start, mayInitialise, begun: begun.buffer }
    const thread = new Worker(worker, { workerData, name: 'database' })
    const isReady = await new Promise<boolean>((resolve, reject) => {
      thread.once('message', (answer: EmbeddedAnswer) => {
        if ('ready' in answer || 'initialised' in answer) resolve('ready' in answer)
        else if ('refused' in answer) {
          void thread.terminate()
          reject(openingRefused(start.directory ?? 'memory', answer.refused))
        }
      })
      thread.once('error', reject)
    })
    if (!isReady) {
      await thread.terminate()
      return open(false)
    }
    thread.on('message', receive)
    thread.on('error', (error) => replace(thread, error))
    thread.on('exit', () => replace(thread, new Error('the database thread ended')))
    thread.unref()
    return thread
  }

  function receive(answer: EmbeddedAnswer): void {
    if (!('id' in answer)) return
    const request = waiting.get(answer.id)
    if (!request) return
    waiting.delete(answer.id)
    noteDuration(log, request.text, runningSince)
    watch()
    if ('fault' in answer) request.reject(new StatementError(answer.fault))
    else request.resolve('rows' in answer ? answer.rows : [])
  }

  /** Gives the statement that runs now, the oldest, its own time. */
  function watch(): void {
    clearTimeout(timer)
    runningSince = performance.now()
    const [running] = waiting.values()
    if (!running) {
      current.unref()
      return
    }
    const thread = current
    timer = setTimeout(() => {
      overdue = running
      log.error({ statement: running.text.slice(0, 200) }, 'a statement ran too long; the database is started again')
      void thread.terminate()
    }, running.deadlineMs)
  }

  /** The statement for whose sake the thread was ended. */
  let overdue: Waiting | undefined
  let reopening: Promise<void> | undefined
  let isLost = false
  /** Statements that had not begun in the thread that was lost. */
  const again: Waiting[] = []
  /**
   * Statements that the thread has begun fail: nobody knows what became of them. So do those of a transaction, which is gone. The others wait for
   * the new thread, and so does every statement that comes.
   */
  function replace(lost: Worker, error: Error): void {
    if (closing || lost !== current || isLost) return
    isLost = true
    generation++
    clearTimeout(timer)
    log.error({ err: error }, 'the database thread is replaced')
    const lastBegun = Atomics.load(begun, 0)
    let hasBegun = [...waiting.keys()].some((id) => (id | 0) === lastBegun)
    for (const [id, request] of waiting) {
      if (request === overdue) request.reject(new StatementError(tookTooLong))
      else if (hasBegun || !request.isAlone) request.reject(new AppError('database.unavailable'))
      else again.push(request)
      if ((id | 0) === lastBegun) hasBegun = false
    }
    overdue = undefined
    waiting.clear()
    void reopen()
  }

  function reopen(): Promise<void> {
    reopening ??= open(false)
      .then((thread) => {
        current = thread
        isLost = false
        for (const request of again.splice(0)) post(request)
      })
      .catch((failure: unknown) => {
        log.fatal({ err: failure }, 'the database cannot be opened again')
        for (const request of again.splice(0)) request.reject(new AppError('database.unavailable'))
      })
      .finally(() => {
        reopening = undefined
      })
    return reopening
  }

  function post(request: Waiting): void {
    const id = ++last
    waiting.set(id, request)
    current.ref()
    current.postMessage({ id, text: request.text, values: request.values })
    if (waiting.size === 1) watch()
  }

  async function send(text: string, values: readonly (string | null)[], deadlineMs: number, isAlone = false): Promise<readonly object[]> {
    const asked = generation
    if (closing) throw new AppError('database.unavailable')
    if (isLost) await reopen()
    if (isLost) throw new AppError('database.unavailable')
    // A transaction cannot go on in a thread that never saw its beginning.
    if (!isAlone && asked !== generation) throw new AppError('database.unavailable')
    return new Promise((resolve, reject) => post({ text, values, deadlineMs, isAlone, resolve, reject }))
  }

  return {
    send,
    get generation() {
      return generation
    },
    async close() {
      if (closing) return
      await send(closeEngine, [], 60_000)
      closing = true
      clearTimeout(timer)
      await current.terminate()
    },
    async abandon() {
      closing = true
      generation++
      clearTimeout(timer)
      for (const request of [...waiting.values(), ...again.splice(0)]) request.reject(new AppError('database.unavailable'))
      waiting.clear()
      await current.terminate()
    },
  }
}
