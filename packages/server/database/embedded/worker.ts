/**
 * The worker thread that runs the embedded engine, so that long statements do not block the main
 * thread.
 */
import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { type messages, PGlite, protocol } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { StatementNames } from '../statement-names.ts'
import { parserOf } from '../values.ts'
import { findVersion } from './directory.ts'
import { DurableFiles, initialiseDirectory, lastFatalMessage, syncCounter } from './files.ts'
import {
  closeCommand,
  dumpCommand,
  type EmbeddedError,
  type EmbeddedRequest,
  type EmbeddedResponse,
  type EmbeddedStart,
  type EngineOpenError,
  syncCountCommand,
} from './protocol.ts'

const parameters = (settings: readonly string[]) => settings.flatMap((setting) => ['-c', setting])
// Buffers are never freed once used, so their limit is low. The operating system caches the files
// as well.
const commonSettings = [
  'TimeZone=UTC',
  'DateStyle=ISO,YMD',
  'random_page_cost=1.1',
  'work_mem=16MB',
  'jit=off',
  'shared_buffers=32MB',
]
const durableSettings = [
  'fsync=on',
  'wal_sync_method=fsync',
  'synchronous_commit=on',
  'max_wal_size=256MB',
]

/**
 * Opens the engine. Returns null if it had to initialise the data directory first, which takes
 * memory that is only freed when the thread ends.
 */
async function open({ directory, template, canInitialise }: EmbeddedStart): Promise<PGlite | null> {
  const extensions = { pg_trgm }
  if (directory === null) {
    const loadDataDir =
      template === null ? undefined : new Blob([new Uint8Array(await readFile(template))])
    return PGlite.create({
      extensions,
      startParams: [...PGlite.defaultStartParams, ...parameters(commonSettings)],
      ...(loadDataDir && { loadDataDir }),
    })
  }
  // `-F` turns fsync off.
  const startParams = [
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
    ...parameters([...commonSettings, ...durableSettings]),
  ]
  const openAt = (path: string) =>
    PGlite.create({ fs: new DurableFiles(path), extensions, startParams })
  if (findVersion(directory) === null) {
    if (!canInitialise) throw new Error(`the data in ${directory} no longer exists`)
    await initialiseDirectory(directory, async (draft) => {
      const opened = await openAt(draft)
      await opened.exec('checkpoint')
      await opened.close()
    })
    return null
  }
  const engine = await openAt(directory)
  const syncsBefore = syncCounter.count
  await engine.exec(
    `create table if not exists embedded_start (at timestamptz not null); delete from embedded_start; insert into embedded_start values (now())`,
  )
  if (syncCounter.count > syncsBefore) return engine
  await engine.close()
  throw new Error('a commit of the embedded database was not synced to disk')
}

const { serialize } = protocol
const tail = Buffer.concat([
  serialize.describe({ type: 'P' }),
  serialize.execute({}),
  serialize.sync(),
])

/** Names of the statements that the session has prepared. */
const prepared = new Set<string>()
/** Prepared statements to close with the next exchange. */
const namesToClose: string[] = []
const statementNames = new StatementNames(
  (name) => void (prepared.delete(name) && namesToClose.push(name)),
)

/**
 * Runs one statement in one exchange: parse unless it is prepared, bind, describe, execute, sync.
 */
async function run(engine: PGlite, { text, values }: EmbeddedRequest): Promise<readonly object[]> {
  const name = statementNames.nameOf(text) ?? ''
  const parts = [serialize.bind({ statement: name, values: [...values] }), tail]
  if (!prepared.has(name)) parts.unshift(serialize.parse({ name, text }))
  parts.unshift(
    ...namesToClose.splice(0).map((closedName) => serialize.close({ type: 'S', name: closedName })),
  )
  const message = Buffer.concat(parts)
  const answer = await engine.execProtocol(message, { throwOnError: false, syncToFs: false })
  let columns: readonly { readonly name: string; readonly parse: (text: string) => unknown }[] = []
  const rows: object[] = []
  for (const part of answer.messages) {
    if (part.name === 'parseComplete' && name !== '') prepared.add(name)
    if (part.name === 'error') throw part
    // A message's name determines its type, but the engine's union of message types is not
    // discriminated.
    if (part.name === 'rowDescription')
      columns = (part as messages.RowDescriptionMessage).fields.map(({ name, dataTypeID }) => ({
        name,
        parse: parserOf(dataTypeID),
      }))
    else if (part.name === 'dataRow') {
      const row: Record<string, unknown> = {}
      const { fields } = part as messages.DataRowMessage
      columns.forEach(({ name, parse }, index) => {
        const field = fields[index] ?? null
        row[name] = field === null ? null : parse(field)
      })
      rows.push(row)
    }
  }
  return rows
}

function errorFields(error: unknown): EmbeddedError {
  const { message, code, constraint, table, column, detail } = error as EmbeddedError
  return { message, code, constraint, table, column, detail }
}

/**
 * Reports to the main thread which statement was started last, in case this thread is terminated.
 */
const startedId = parentPort && new Int32Array((workerData as EmbeddedStart).startedId)

async function respondTo(engine: PGlite, request: EmbeddedRequest): Promise<EmbeddedResponse> {
  const { id, text, values } = request
  if (startedId) Atomics.store(startedId, 0, id | 0)
  try {
    if (text === syncCountCommand) return { id, rows: [{ count: syncCounter.count }] }
    if (text === closeCommand) {
      await engine.exec('checkpoint')
      await engine.close()
      return { id, closed: true }
    }
    if (text === dumpCommand) {
      const dump = await engine.dumpDataDir('gzip')
      writeFileSync(String(values[0]), Buffer.from(await dump.arrayBuffer()))
      return { id, rows: [] }
    }
    return { id, rows: await run(engine, request) }
  } catch (error) {
    return { id, error: errorFields(error) }
  }
}

/**
 * Converts an error on opening. Errors of Emscripten's file system are not instances of `Error` and
 * have only a number.
 */
function openErrorOf(error: unknown): EngineOpenError {
  const { message, code, errno } = error as { message?: unknown; code?: unknown; errno?: unknown }
  return {
    message: typeof message === 'string' ? message : `error ${String(errno)} of its file system`,
    code: typeof code === 'string' ? code : undefined,
    fatalMessage: lastFatalMessage.text,
  }
}

if (parentPort) {
  const port = parentPort
  const respond = (message: EmbeddedResponse) => port.postMessage(message)
  try {
    const engine = await open(workerData as EmbeddedStart)
    if (engine) {
      // One at a time, in the order of arrival.
      let last: Promise<unknown> = Promise.resolve()
      port.on('message', (request: EmbeddedRequest) => {
        last = last.then(async () => respond(await respondTo(engine, request)))
      })
    }
    respond(engine ? { ready: true } : { initialised: true })
  } catch (error) {
    respond({ openError: openErrorOf(error) })
  }
}
