import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { chromiumArgs, chromiumPath } from '#tests/support/chromium.mjs'
import { buildProgram, startProgram } from '#tests/support/program.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Origins of the running programs, one for each worker. */
    origins: readonly string[]
    /** Password of the accounts `admin`, `secretary`, `professor` and `student`. */
    password: string
    /** Where the browser is spoken to. */
    browser: string
  }
}

const password = 'seven quiet lanterns'

/** One browser for all journeys, and a program for each worker: built code, a database on disk, the demo university. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = await chromiumPath()
  if (!executablePath) throw new Error('no Chromium was found: set CHROME_PATH')
  buildProgram()
  const folder = mkdtempSync(join(tmpdir(), 'matricola-journeys-'))
  const begin = async (worker: number) => {
    const program = await startProgram({ DATA_DIR: join(folder, String(worker)), DEMO: '1', DEMO_PASSWORD: password })
    if (program.process.exitCode !== null) throw new Error(program.said())
    return program
  }
  // Files that run at the same time do not meet: the journeys of each change settings, and count what there is.
  const programs = await Promise.all(Array.from({ length: project.config.maxWorkers }, (_, worker) => begin(worker)))
  const server = await chromium.launchServer({ executablePath, args: [...chromiumArgs] })
  project.provide(
    'origins',
    programs.map(({ origin }) => origin),
  )
  project.provide('password', password)
  project.provide('browser', server.wsEndpoint())
  return async () => {
    await server.close()
    await Promise.all(programs.map((program) => program.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}
