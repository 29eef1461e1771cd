import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Pack } from '@matricola/server/pack.ts'
import { assertNoDemoData } from './assert-no-demo-data.ts'
import { startDemoDocuments } from './draw-documents.ts'
import { type DemoAccounts, fillDemoUniversity } from './fill-demo-university.ts'

/**
 * Fills an empty database with the demo university before the server starts, and then draws its
 * documents.
 */
export const demoPack: Pack = {
  name: 'demo',
  async beforeServe(context) {
    const { config, database } = context
    if (config.isProduction) await assertNoDemoData(database)
    const demo = config.demo ? await fillDemoUniversity(context) : null
    const passwordFile = join(config.dataDir, 'demo-password.txt')
    if (demo) storePassword(passwordFile, demo)
    return startupNotes(demo, passwordFile)
  },
  start: (context) => (context.config.demo ? [startDemoDocuments(context)] : []),
}

function storePassword(path: string, { accounts }: DemoAccounts): void {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, `${accounts[0]?.password ?? ''}\n`, { mode: 0o600 })
}

/**
 * Returns lines about the accounts that this start created, or else about the file with the
 * password of earlier ones.
 */
function startupNotes(demo: DemoAccounts | null, passwordFile: string): readonly string[] {
  if (demo) {
    const width = Math.max(...demo.accounts.map(({ username }) => username.length))
    return [
      ...['A demo university was created. Sign in as one of:', ''],
      ...demo.accounts.map(({ username, password }) => `  ${username.padEnd(width)}  ${password}`),
      ...['', `The password is stored in ${displayPath(passwordFile)}.`],
    ]
  }
  return existsSync(passwordFile)
    ? [
        `The demo accounts are admin, secretary, professor and student. Their password is in ${displayPath(passwordFile)}.`,
      ]
    : []
}

const displayPath = (path: string) =>
  relative('.', path).startsWith('..') ? path : relative('.', path)
