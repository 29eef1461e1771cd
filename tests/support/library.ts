/** Starts `examples/library` as a user does: with one command, which builds it if necessary. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '@matricola/testing/databases.ts'
import { arePackagesCurrent } from '../../scripts/install-packages.mjs'
import { freePort } from './program.ts'

export interface Library {
  readonly origin: string
  /** Token of the link with which the first administrator sets a password. */
  readonly token: string
  stop(): Promise<void>
}

/** Throws the output if the program ends instead of listening. */
export async function startLibrary(
  settings: { readonly [name: string]: string },
  folder = 'examples/library',
): Promise<Library> {
  // The command would install the packages again, while the tests use them.
  if (!arePackagesCurrent()) throw new Error('The packages are outdated. Run npm ci.')
  const port = String(await freePort())
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(NODE_ENV|VITEST.*|DATABASE_URL|TEST_DATABASE_URL)$/.test(name),
  )
  const env = { ...Object.fromEntries(inherited), LOG_LEVEL: 'warn', ...settings, PORT: port }
  const command = [join(projectRoot, 'scripts/app.mjs'), join(projectRoot, folder), 'start']
  const child = spawn(process.execPath, command, {
    cwd: projectRoot,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
        if (output.includes('Ctrl+C')) resolve()
      })
  })
  await Promise.race([ready, ended])
  if (child.exitCode !== null) throw new Error(output)
  return {
    origin: `http://localhost:${port}`,
    token: /invitation#t=(\S+)/.exec(output)?.[1] ?? '',
    async stop() {
      child.kill()
      await ended
    },
  }
}
