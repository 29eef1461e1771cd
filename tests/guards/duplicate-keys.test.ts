import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '@matricola/testing/databases.ts'
import { expect, test } from 'vitest'
import { findDuplicateKeys } from '../../scripts/duplicate-keys.mjs'

test('the build refuses a declaration that defines a field twice, and reports its location', () => {
  const folder = mkdtempSync(join(tmpdir(), 'matricola-twice-'))
  mkdirSync(join(folder, 'custom/resources'), { recursive: true })
  writeFileSync(
    join(folder, 'custom/resources/rooms.ts'),
    'export const rooms = {\n  fields: {\n    name: 1 as number,\n    floor: 2,\n    name: 3,\n  },\n}\n',
  )
  expect(findDuplicateKeys(folder)).toEqual([
    expect.stringMatching(/^custom.resources.rooms\.ts:5: Duplicate key "name"/),
  ])
  removeFolder(folder)
})

test('no declaration of the program defines a key twice', () => {
  expect(findDuplicateKeys()).toEqual([])
})
