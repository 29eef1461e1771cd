/**
 * An installation as the administrative commands see it: a program folder, a data folder and a
 * migrated database.
 */
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openContext } from '@matricola/server/app/open-context.ts'
import type { Config } from '@matricola/server/config.ts'
import {
  createPostgresDatabase,
  embeddedWorker,
  projectRoot,
  removeFolder,
  silentLog,
  testPostgresUrl,
} from '@matricola/testing/databases.ts'
import { vi } from 'vitest'
import { testedApp } from './tested-app.ts'

export interface Installation {
  /** Contains the whole installation and any files a test adds. */
  readonly folder: string
  /**
   * The program folder. Its engine is built for the tests; everything else comes from the project,
   * or from `fill`.
   */
  readonly program: string
  readonly config: Config
  remove(): Promise<void>
}

export async function createInstallation(fill: (program: string) => void): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'installation-'))
  const program = join(folder, 'program')
  mkdirSync(join(program, 'dist/server'), { recursive: true })
  symlinkSync(join(projectRoot, 'locales'), join(program, 'locales'))
  symlinkSync(fileURLToPath(embeddedWorker()), join(program, 'dist/server/embedded-worker.js'))
  fill(program)
  const postgres = testPostgresUrl ? await createPostgresDatabase(testPostgresUrl) : null
  const given = {
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'silent',
    ...(postgres && { DATABASE_URL: postgres.url }),
  }
  const config = { ...testedApp.loadConfig(given), root: program }
  await (await openContext(testedApp, { config, log: silentLog })).database.close()
  return {
    folder,
    program,
    config,
    async remove() {
      await postgres?.drop()
      removeFolder(folder)
    },
  }
}

/** Runs a command and returns its output. */
export async function captureOutput(work: () => Promise<void>): Promise<string> {
  const spy = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    await work()
    return spy.mock.calls.map(([text]) => String(text)).join('')
  } finally {
    spy.mockRestore()
  }
}
