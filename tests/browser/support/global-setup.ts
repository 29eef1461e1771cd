import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { chromiumArgs, headlessShellPath } from '#tests/support/chromium.mjs'
import { buildProgram, startProgram } from '#tests/support/program.ts'

/** The result of a first start: its output, and the data that is copied for the tests. */
export interface FirstStart {
  readonly folder: string
  readonly origin: string
  readonly output: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Origins of the running programs, one per worker. */
    origins: readonly string[]
    /** Their data folders, in the same order. */
    folders: readonly string[]
    /** Password of the accounts `admin`, `secretary`, `professor` and `student`. */
    password: string
    /** WebSocket endpoint of the browser. */
    browser: string
    /** With the demo university, the default. */
    demo: FirstStart
    empty: FirstStart
  }
}

/**
 * Starts one browser for all journeys, and one program per worker: built code, a database on disk,
 * the demo university.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = await headlessShellPath()
  if (!executablePath) throw new Error('no Chromium was found: set CHROME_PATH')
  buildProgram()
  const parent = mkdtempSync(join(tmpdir(), 'matricola-journeys-'))
  const startAndCheck = async (settings: { readonly DATA_DIR: string; readonly DEMO?: string }) => {
    const program = await startProgram(settings)
    if (program.process.exitCode !== null) throw new Error(program.output())
    return program
  }
  const startOnce = async (
    name: string,
    settings: { readonly DEMO?: string },
    hasBegun = (_folder: string) => true,
  ) => {
    const folder = join(parent, name)
    const program = await startAndCheck({ DATA_DIR: folder, ...settings })
    while (!hasBegun(folder)) await wait(100)
    await program.stop()
    return { folder, origin: program.origin, output: program.output() }
  }
  // A first start takes many times as long as a later one, so all others start from copies of these
  // two. Waits until the demo has created documents for its first applications. Creating all of
  // them takes longer than many journeys.
  const hasDocuments = (folder: string) => {
    const files = join(folder, 'files')
    return existsSync(files) && readdirSync(files, { recursive: true }).length > 400
  }
  const [demo, empty] = await Promise.all([
    startOnce('demo', {}, hasDocuments),
    startOnce('empty', { DEMO: '0' }),
  ])
  // One program per worker, because journeys change settings and count records.
  const folders = Array.from({ length: project.config.maxWorkers }, (_, worker) =>
    join(parent, String(worker)),
  )
  const programs = await Promise.all(
    folders.map((folder) => {
      cpSync(demo.folder, folder, { recursive: true })
      return startAndCheck({ DATA_DIR: folder, DEMO: '0' })
    }),
  )
  const args = [
    ...chromiumArgs,
    // Makes text as wide as in a browser with windows.
    '--font-render-hinting=none',
    // Pages are short-lived, so parallel garbage collection costs more than it saves.
    '--js-flags=--single-threaded-gc',
  ]
  const server = await chromium.launchServer({ executablePath, args })
  project.provide(
    'origins',
    programs.map(({ origin }) => origin),
  )
  project.provide('folders', folders)
  project.provide('password', /^ +admin +(.+)$/m.exec(demo.output)?.[1] ?? '')
  project.provide('browser', server.wsEndpoint())
  project.provide('demo', demo)
  project.provide('empty', empty)
  return async () => {
    await server.close()
    await Promise.all(programs.map((program) => program.stop()))
    rmSync(parent, { recursive: true, force: true })
  }
}
