import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startupErrorText } from '@matricola/server/app/startup-error.ts'
import { ConfigError } from '@matricola/server/config.ts'
import { projectRoot, removeFolder } from '@matricola/testing/databases.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { assertMovedFolder } from '#server/moved-folder.ts'

const line =
  'The folder own/ is now custom/. Move the files that are in own/ as docs/upgrade.md describes, then start again.'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'matricola-moved-'))
})
afterEach(() => removeFolder(folder))

const leave = (path: string) => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), '')
}

describe('the folder own/ of version 0.1.0', () => {
  test.each(['own/README.md', 'own/resources/rooms.ts', 'own/migrations/0000_rooms.sql'])(
    'prevents the start of the server if it contains %s',
    (path) => {
      leave(path)
      const checkFolder = () => assertMovedFolder(folder)
      expect(checkFolder).toThrow(ConfigError)
      expect(checkFolder).toThrow(line)
      expect(startupErrorText(new ConfigError(line))).toBe(line)
    },
  )

  test('may be a file, or contain only empty folders, which git leaves behind', () => {
    expect(() => assertMovedFolder(folder)).not.toThrow()
    mkdirSync(join(folder, 'own/resources/calls'), { recursive: true })
    expect(() => assertMovedFolder(folder)).not.toThrow()
    removeFolder(join(folder, 'own'))
    leave('own')
    expect(() => assertMovedFolder(folder)).not.toThrow()
  })

  test.each([
    ['npm start', 'start.mjs', [], false],
    ['npm run dev', 'dev.mjs', [], false],
    ['npm run check', 'test.mjs', ['check'], false],
    ['npm run db:backup', 'run.mjs', ['backup', 'a.tar.gz'], false],
    ['npm run build', 'build.mjs', [], true],
    ['npm run entity', 'entity.mjs', ['rooms'], true],
    ['npm run texts', 'texts.mjs', [], true],
    ['npm run db:generate', 'generate-migrations.mjs', [], true],
  ] as const)(
    'stops %s with one line, before anything is written',
    (_, script, args, needsPackages) => {
      cpSync(join(projectRoot, 'scripts'), join(folder, 'scripts'), { recursive: true })
      cpSync(join(projectRoot, 'package.json'), join(folder, 'package.json'))
      if (needsPackages)
        symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
      leave('own/resources/rooms.ts')
      const before = readdirSync(folder).sort()
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [join(folder, 'scripts', script), ...args],
        {
          cwd: folder,
          encoding: 'utf8',
        },
      )
      expect([status, stdout, stderr]).toEqual([1, '', `${line}\n`])
      expect(readdirSync(folder).sort()).toEqual(before)
    },
  )
})
