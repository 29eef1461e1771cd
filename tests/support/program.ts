import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { projectRoot } from '@matricola/testing/databases.ts'
import { programFlags } from './node-flags.ts'

/** Builds the program if the build is stale. Throws the build's output if it fails. */
export function buildProgram(folder = projectRoot): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(folder, 'scripts/build-if-stale.mjs')],
    { cwd: folder, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stderr)
}

export interface Program {
  readonly process: ChildProcess
  readonly origin: string
  /** All output so far. */
  output(): string
  /** Resolves with the exit code when the program ends. */
  readonly ended: Promise<number | null>
  /** Sends the signal and waits for the program to end. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Starts the built program on a free port and waits until it responds or exits. */
export async function startProgram(
  settings: { readonly [name: string]: string },
  folder = projectRoot,
): Promise<Program> {
  const port = settings.PORT ?? String(await freePort())
  const origin = `http://localhost:${port}`
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(NODE_ENV|VITEST.*|DATABASE_URL|TEST_DATABASE_URL)$/.test(name),
  )
  const env = {
    ...Object.fromEntries(inherited),
    LOG_LEVEL: 'warn',
    REQUEST_LIMIT_PER_MINUTE: '0',
    SUBMISSIONS_PER_HOUR: '0',
    ...settings,
    PORT: port,
  }
  const program = [...programFlags, join(folder, 'dist/server/main.js')]
  const child = spawn(process.execPath, program, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => resolve(code)),
  )
  const connected = new Promise<void>((resolve) => {
    child.stdout.on('data', () => {
      if (output.includes('Ctrl+C')) resolve()
    })
  })
  await Promise.race([connected, ended])
  return {
    process: child,
    origin,
    output: () => output,
    ended,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

/**
 * Returns a `NODE_OPTIONS` value that moves the program's clock ahead by a number of days. Writes
 * the code for this to `folder`.
 */
export function clockAheadOption(folder: string, days: number): string {
  const clockModule = join(folder, `ahead-${days}.mjs`)
  writeFileSync(
    clockModule,
    `const RealDate = Date
     const now = () => RealDate.now() + ${days} * 86_400_000
     globalThis.Date = class extends RealDate {
       constructor(...parts) { parts.length === 0 ? super(now()) : super(...parts) }
       static now() { return now() }
     }`,
  )
  return `--import=${clockModule}`
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
