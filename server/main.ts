/** Entry point of the program. The only module with side effects on import. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { buildServer } from '@matricola/server/app/build-server.ts'
import { openContext } from '@matricola/server/app/open-context.ts'
import { createShutdown } from '@matricola/server/app/shutdown.ts'
import { startupErrorText } from '@matricola/server/app/startup-error.ts'
import { startupMessage } from '@matricola/server/app/startup-message.ts'
import { startWorkers } from '@matricola/server/app/workers.ts'
import { type Config, loadConfig } from '@matricola/server/config.ts'
import type { Context } from '@matricola/server/context.ts'
import { withLongTimeout } from '@matricola/server/database/database.ts'
import { createLog } from '@matricola/server/http/request-log.ts'
import { startDiskWatch } from '@matricola/server/ports/disk.ts'
import { areCookiesExposed } from '@matricola/server/session/cookies.ts'
import { createFirstAdminLink } from '@matricola/server/session/first-admin.ts'
import { tryRecordSecurityEvent } from '@matricola/server/session/security-events.ts'
import { readClockState } from '@matricola/server/session/trusted-clock.ts'
import type { Logger } from 'pino'
import { assertNoDemoData } from '#demo/assert-no-demo-data.ts'
import { type DemoAccounts, fillDemoUniversity } from '#demo/fill-demo-university.ts'
import { app } from './app.ts'

// Trigger GC once the heap grows 40 % past its live size. By default, V8 lets it grow to several times that.
setFlagsFromString('--heap-growing-percent=40')
// Only the program's own user may read what it writes: data, keys, emails.
process.umask(0o077)
run()

async function run(): Promise<void> {
  let config: Config | undefined
  try {
    config = loadConfig()
    await start(config)
  } catch (error) {
    process.stderr.write(`${startupErrorText(error, config)}\n`)
    process.exit(1)
  }
}

async function start(config: Config): Promise<void> {
  await assertPortFree(config)
  const log = createLog(config.logLevel)
  exitOnUncaughtError(log)
  const context = await openContext(app, { config, log })
  const startupContext = { ...context, database: withLongTimeout(context.database) }
  if (config.isProduction) await assertNoDemoData(startupContext.database)
  const demo = config.demo ? await fillDemoUniversity(startupContext) : null
  const passwordFile = join(config.dataDir, 'demo-password.txt')
  if (demo) storeDemoPassword(passwordFile, demo)
  const adminLink = await createFirstAdminLink(startupContext)
  if (areCookiesExposed(config)) log.warn('PUBLIC_ORIGIN uses http: passwords and sessions are sent without encryption')
  await serve(context)
  process.stdout.write(startupMessage({ config, demo, passwordFile, adminLink }))
}

/** Checks the port before anything is opened or written, so that nothing changes if the port is in use. */
function assertPortFree({ host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()))
  })
}

function storeDemoPassword(path: string, { accounts }: DemoAccounts): void {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, `${accounts[0]?.password ?? ''}\n`, { mode: 0o600 })
}

async function serve(context: Context): Promise<void> {
  const { config, log } = context
  // Must run before anything is written, since it compares the clock with the newest time in the database.
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

/** Exits on an uncaught error, since the state is unknown then. The supervisor restarts the program. */
function exitOnUncaughtError(log: Logger): void {
  const end = (error: unknown) => {
    log.fatal({ err: error }, 'uncaught error')
    log.flush(() => process.exit(1))
    setTimeout(() => process.exit(1), 1_000).unref()
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
}
