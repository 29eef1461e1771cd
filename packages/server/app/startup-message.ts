import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import type { DemoAccounts } from '../../../demo/fill-demo-university.ts'
import type { Config } from '../config.ts'

interface StartupResult {
  readonly config: Config
  /** Accounts of a demo that this start created. */
  readonly demo: DemoAccounts | null
  /** Path of the file with the demo password, if it exists. */
  readonly passwordFile: string
  readonly adminLink: string | null
}

/** Returns the text that the operator sees once the program is ready. */
export function startupMessage({ config, demo, passwordFile, adminLink }: StartupResult): string {
  const lines = [`Matricola is running at ${config.publicOrigin}`]
  if (demo) {
    const width = Math.max(...demo.accounts.map(({ username }) => username.length))
    lines.push('', 'A demo university was created. Sign in as one of:', '')
    lines.push(...demo.accounts.map(({ username, password }) => `  ${username.padEnd(width)}  ${password}`))
    if (existsSync(passwordFile)) lines.push('', `The password is stored in ${displayPath(passwordFile)}.`)
  } else if (existsSync(passwordFile)) {
    lines.push('', `The demo accounts are admin, secretary, professor and student. Their password is in ${displayPath(passwordFile)}.`)
  }
  if (adminLink) lines.push('', 'Nobody can sign in yet. Set the password of the account "admin" here:', '', `  ${adminLink}`)
  lines.push('', 'Press Ctrl+C to stop.')
  return `\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n\n`
}

const displayPath = (path: string) => (relative('.', path).startsWith('..') ? path : relative('.', path))
