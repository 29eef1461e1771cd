/** The folder of the program and its version. */

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigError } from '../config.ts'

/**
 * Returns the program's version, with the commit if it runs from a Git clone: `0.2.0, commit
 * 33d33ff9`.
 */
export function programVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  const commit = commitIn(join(root, '.git'))
  return commit === null ? version : `${version}, commit ${commit}`
}

function commitIn(git: string): string | null {
  const read = (name: string) => {
    try {
      return readFileSync(join(git, name), 'utf8')
    } catch {
      return ''
    }
  }
  const head = read('HEAD').trim()
  const branch = /^ref: (refs\/\S+)$/.exec(head)?.[1]
  const readPackedRef = () =>
    read('packed-refs')
      .split('\n')
      .find((line) => line.endsWith(` ${branch}`)) ?? ''
  const commit = branch === undefined ? head : read(branch) || readPackedRef()
  return /^[0-9a-f]{40}/.test(commit) ? commit.slice(0, 8) : null
}

/**
 * Returns the folder of the program: the nearest parent folder of a module with a `package.json`,
 * which is the same for source and build. `moduleUrl` is `import.meta.url` of a module of the
 * application, because each package has a `package.json` of its own.
 */
export function programRoot(moduleUrl: string): string {
  let folder = dirname(fileURLToPath(moduleUrl))
  while (!existsSync(join(folder, 'package.json'))) {
    if (folder === dirname(folder))
      throw new ConfigError('The folder of the program was not found: package.json is missing.')
    folder = dirname(folder)
  }
  return folder
}
