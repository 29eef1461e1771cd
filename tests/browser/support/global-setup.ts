import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { chromiumArgs, chromiumPath } from '#tests/support/chromium.mjs'
import { buildProgram, startProgram } from '#tests/support/program.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Origin of the running program. */
    origin: string
    /** Password of the accounts `admin`, `secretary`, `professor` and `student`. */
    password: string
    /** Where the browser is spoken to. */
    browser: string
  }
}

const password = 'seven quiet lanterns'

/** One program and one browser for all journeys: built code, a database on disk, the demo university. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = await chromiumPath()
  if (!executablePath) throw new Error('no Chromium was found: set CHROME_PATH')
  buildProgram()
  const data = mkdtempSync(join(tmpdir(), 'matricola-journeys-'))
  const program = await startProgram({ DATA_DIR: data, DEMO: '1', DEMO_PASSWORD: password })
  if (program.process.exitCode !== null) throw new Error(program.said())
  const server = await chromium.launchServer({ executablePath, args: [...chromiumArgs] })
  project.provide('origin', program.origin)
  project.provide('password', password)
  project.provide('browser', server.wsEndpoint())
  return async () => {
    await server.close()
    await program.stop()
    rmSync(data, { recursive: true, force: true })
  }
}
