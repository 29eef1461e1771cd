import { createServer } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { withLongTimeout } from '../database/database.ts'
import { createLog } from '../http/request-log.ts'
import { startDiskWatch } from '../ports/disk.ts'
import { areCookiesExposed } from '../session/cookies.ts'
import { createFirstAdminLink } from '../session/first-admin.ts'
import { tryRecordSecurityEvent } from '../session/security-events.ts'
import { readClockState } from '../session/trusted-clock.ts'
import { buildServer } from './build-server.ts'
import { openContext } from './open-context.ts'
import type { ServerApp } from './server-app.ts'
import { createShutdown } from './shutdown.ts'
import { startupErrorText } from './startup-error.ts'
import { startupMessage } from './startup-message.ts'
import { startWorkers } from './workers.ts'

/**
 * Runs an application as the program of this process, until a signal. If startup fails, prints the
 * reason and exits with code 1.
 */
export async function startProgram(app: ServerApp): Promise<void> {
  // Trigger GC once the heap grows 40 % past its live size. By default, V8 lets it grow to several
  // times that.
  setFlagsFromString('--heap-growing-percent=40')
  // Only the program's own user may read what it writes: data, keys, emails.
  process.umask(0o077)
  let config: Config | undefined
  try {
    config = app.loadConfig()
    await start(app, config)
  } catch (error) {
    process.stderr.write(`${startupErrorText(error, config)}\n`)
    process.exit(1)
  }
}

async function start(app: ServerApp, config: Config): Promise<void> {
  await assertPortFree(config)
  const log = createLog(config.logLevel)
  exitOnUncaughtError(log)
  const context = await openContext(app, { config, log })
  const startupContext = { ...context, database: withLongTimeout(context.database) }
  const notes = await app.packs.beforeServe(startupContext)
  const adminLink = await createFirstAdminLink(startupContext)
  if (areCookiesExposed(config))
    log.warn('PUBLIC_ORIGIN uses http: passwords and sessions are sent without encryption')
  await serve(app, context)
  process.stdout.write(
    startupMessage({ name: app.name, config, notes, adminName: app.registry.adminRole, adminLink }),
  )
}

/**
 * Checks the port before anything is opened or written, so that nothing changes if the port is in
 * use.
 */
function assertPortFree({ host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()))
  })
}

async function serve(app: ServerApp, context: Context): Promise<void> {
  const { config, log } = context
  // Must run before anything is written, since it compares the clock with the newest time in the
  // database.
  await readClockState({ ...context, database: withLongTimeout(context.database) })
  const server = buildServer(app, context)
  const diskWatch = await startDiskWatch(context.disk)
  const stop = createShutdown({
    server,
    context,
    workers: [diskWatch, ...(await startWorkers(app, context))],
  })
  let signals = 0
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      signals++
      if (signals > 1) process.exit(1)
      process.stdout.write('Stopping …\n')
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'shutdown failed')
          process.exit(1)
        },
      )
    })
  await server.listen({ host: config.host, port: config.port })
  await tryRecordSecurityEvent(context, { kind: 'started' })
}

/**
 * Exits on an uncaught error, since the state is unknown then. The supervisor restarts the program.
 */
function exitOnUncaughtError(log: Logger): void {
  const end = (error: unknown) => {
    log.fatal({ err: error }, 'uncaught error')
    log.flush(() => process.exit(1))
    setTimeout(() => process.exit(1), 1_000).unref()
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
}
