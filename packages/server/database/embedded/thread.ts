/**
 * Controls the embedded engine's worker thread: sends statements, returns rows, replaces the thread
 * if it hangs or crashes.
 */
import { Worker } from 'node:worker_threads'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Logger } from 'pino'
import { logSlowStatement } from '../slow-statements.ts'
import { openingError } from './directory.ts'
import {
  closeCommand,
  type EmbeddedError,
  type EmbeddedResponse,
  type EmbeddedStart,
} from './protocol.ts'

/** A statement failed. `code` is the SQLSTATE. */
class StatementError extends Error implements EmbeddedError {
  override readonly name = 'StatementError'
  readonly code: string | undefined
  readonly constraint: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined
  readonly detail: string | undefined
  constructor(error: EmbeddedError) {
    super(error.message)
    this.code = error.code
    this.constraint = error.constraint
    this.table = error.table
    this.column = error.column
    this.detail = error.detail
  }
}

/** The same error that PostgreSQL reports for a statement timeout. */
const timeoutError: EmbeddedError = {
  code: '57014',
  message: 'canceling statement due to statement timeout',
  ...{ constraint: undefined, table: undefined, column: undefined, detail: undefined },
}

interface PendingStatement {
  readonly text: string
  readonly values: readonly (string | null)[]
  readonly timeoutMs: number
  /**
   * Whether the statement is outside any transaction. If the thread is lost before the statement
   * starts, the statement can run in the new thread.
   */
  readonly isOutsideTransaction: boolean
  readonly resolve: (rows: readonly object[]) => void
  readonly reject: (error: Error) => void
}
export interface EngineThread {
  /**
   * Sends a statement. Results arrive in the order of sending. With `isOutsideTransaction`, a
   * waiting statement survives the loss of the thread.
   */
  send(
    text: string,
    values: readonly (string | null)[],
    timeoutMs: number,
    isOutsideTransaction?: boolean,
  ): Promise<readonly object[]>
  /** Number of restarts of the engine. A transaction from before a restart cannot continue. */
  readonly generation: number
  close(): Promise<void>
  /** Terminates the engine immediately, because another process has taken the directory. */
  abandon(): Promise<void>
}

/**
 * Starts the engine in a worker thread. Throws `DatabaseRefusal` if it cannot open its directory.
 */
export async function startEngineThread(
  worker: URL,
  start: Omit<EmbeddedStart, 'canInitialise' | 'startedId'>,
  log: Logger,
): Promise<EngineThread> {
  const waiting = new Map<number, PendingStatement>()
  let last = 0
  let generation = 0
  let timer: NodeJS.Timeout | undefined
  let runningSince = 0
  let isClosing = false
  const startedId = new Int32Array(new SharedArrayBuffer(4))
  let current = await open(true)

  async function open(canInitialise: boolean): Promise<Worker> {
    Atomics.store(startedId, 0, 0)
    const workerData: EmbeddedStart = { ...start, canInitialise, startedId: startedId.buffer }
    const thread = new Worker(worker, { workerData, name: 'database' })
    const isReady = await new Promise<boolean>((resolve, reject) => {
      thread.once('message', (answer: EmbeddedResponse) => {
        if ('ready' in answer || 'initialised' in answer) resolve('ready' in answer)
        else if ('openError' in answer) {
          void thread.terminate()
          reject(openingError(start.directory ?? 'memory', answer.openError))
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

  function receive(answer: EmbeddedResponse): void {
    if (!('id' in answer)) return
    const request = waiting.get(answer.id)
    if (!request) return
    waiting.delete(answer.id)
    logSlowStatement(log, request.text, runningSince)
    watch()
    if ('error' in answer) request.reject(new StatementError(answer.error))
    else request.resolve('rows' in answer ? answer.rows : [])
  }

  /** Starts the timeout of the running statement, which is the oldest one. */
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
      timedOutStatement = running
      log.error(
        { statement: running.text.slice(0, 200) },
        'statement timed out; restarting the database',
      )
      void thread.terminate()
    }, running.timeoutMs)
  }

  let timedOutStatement: PendingStatement | undefined
  let reopening: Promise<void> | undefined
  let isReplacing = false
  /** Statements that had not started when the thread was lost. */
  const unsent: PendingStatement[] = []
  /**
   * Replaces a lost thread. Statements that had started fail, because their outcome is unknown.
   * Statements in a transaction also fail, and the transaction is rolled back. All other
   * statements, including new ones, wait for the new thread.
   */
  function replace(failed: Worker, error: Error): void {
    if (isClosing || failed !== current || isReplacing) return
    isReplacing = true
    generation++
    clearTimeout(timer)
    log.error({ err: error }, 'database thread failed; starting a new one')
    const lastStartedId = Atomics.load(startedId, 0)
    let hasStarted = [...waiting.keys()].some((id) => (id | 0) === lastStartedId)
    for (const [id, request] of waiting) {
      if (request === timedOutStatement) request.reject(new StatementError(timeoutError))
      else if (hasStarted || !request.isOutsideTransaction)
        request.reject(new AppError('database.unavailable'))
      else unsent.push(request)
      if ((id | 0) === lastStartedId) hasStarted = false
    }
    timedOutStatement = undefined
    waiting.clear()
    void reopen()
  }

  function reopen(): Promise<void> {
    reopening ??= open(false)
      .then((thread) => {
        current = thread
        isReplacing = false
        for (const request of unsent.splice(0)) post(request)
      })
      .catch((failure: unknown) => {
        log.fatal({ err: failure }, 'the database cannot be reopened')
        for (const request of unsent.splice(0)) request.reject(new AppError('database.unavailable'))
      })
      .finally(() => {
        reopening = undefined
      })
    return reopening
  }

  function post(request: PendingStatement): void {
    const id = ++last
    waiting.set(id, request)
    current.ref()
    current.postMessage({ id, text: request.text, values: request.values })
    if (waiting.size === 1) watch()
  }

  async function send(
    text: string,
    values: readonly (string | null)[],
    timeoutMs: number,
    isOutsideTransaction = false,
  ): Promise<readonly object[]> {
    const generationAtCall = generation
    if (isClosing) throw new AppError('database.unavailable')
    if (isReplacing) await reopen()
    if (isReplacing) throw new AppError('database.unavailable')
    // A transaction cannot continue in a new thread.
    if (!isOutsideTransaction && generationAtCall !== generation)
      throw new AppError('database.unavailable')
    return new Promise((resolve, reject) =>
      post({ text, values, timeoutMs: timeoutMs, isOutsideTransaction, resolve, reject }),
    )
  }

  return {
    send,
    get generation() {
      return generation
    },
    async close() {
      if (isClosing) return
      await send(closeCommand, [], 60_000)
      isClosing = true
      clearTimeout(timer)
      await current.terminate()
    },
    async abandon() {
      isClosing = true
      generation++
      clearTimeout(timer)
      for (const request of [...waiting.values(), ...unsent.splice(0)])
        request.reject(new AppError('database.unavailable'))
      waiting.clear()
      await current.terminate()
    },
  }
}
