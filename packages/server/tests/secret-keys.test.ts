import { chmodSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '@matricola/testing/databases.ts'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

/** Paths that were synced to disk. */
const synced: string[] = []
vi.mock('node:fs/promises', async (original) => {
  const fsPromises = await original<typeof import('node:fs/promises')>()
  return {
    ...fsPromises,
    async open(...args: Parameters<typeof fsPromises.open>) {
      const handle = await fsPromises.open(...args)
      const sync = handle.sync.bind(handle)
      handle.sync = async () => {
        synced.push(String(args[0]))
        await sync()
      }
      return handle
    },
  }
})

let makeSecretKeys: typeof import('../secret-keys.ts').ensureSecretKeys
beforeAll(async () => {
  // Reloaded, because another file of this worker may have loaded it with the real disk.
  vi.resetModules()
  ;({ ensureSecretKeys: makeSecretKeys } = await import('../secret-keys.ts'))
})

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'matricola-keys-'))
})
afterEach(() => removeFolder(folder))

test('keys are created once, are readable only by their owner, and never change', async () => {
  const first = await makeSecretKeys(folder)
  expect(await makeSecretKeys(folder)).toEqual(first)
  expect(
    new Set(
      [first.pepper, first.encryption, first.index].map((key) => Buffer.from(key).toString('hex')),
    ).size,
  ).toBe(3)
  for (const key of [first.pepper, first.encryption, first.index]) expect(key).toHaveLength(32)
  for (const name of readdirSync(join(folder, 'keys')))
    expect(statSync(join(folder, 'keys', name)).mode & 0o777).toBe(0o600)
})

test('processes that start together agree on the keys', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => makeSecretKeys(folder)))
  for (const keys of all) expect(keys).toEqual(all[0])
  expect(readdirSync(join(folder, 'keys')).sort()).toEqual(['encryption', 'index', 'pepper'])
})

test('a damaged key is not replaced, and the startup fails with a message of one line', async () => {
  await makeSecretKeys(folder)
  const path = join(folder, 'keys', 'encryption')
  chmodSync(path, 0o600)
  writeFileSync(path, 'abc')
  const caught = await makeSecretKeys(folder).catch((error: unknown) => error)
  expect(caught).toMatchObject({
    name: 'DatabaseRefusal',
    message: expect.stringMatching(/keys\/encryption is damaged: [^\n]*copy[^\n]*$/),
  })
})

test('a new key is synced to disk with its name before it encrypts anything, so that a power cut cannot lose it', async () => {
  synced.length = 0
  await makeSecretKeys(join(folder, 'data'))
  // The folder is synced once when it is created, and once per key.
  expect(synced.filter((path) => path === join(folder, 'data', 'keys'))).toHaveLength(4)
  for (const path of [join(folder, 'data'), folder]) expect(synced).toContain(path)
  synced.length = 0
  await makeSecretKeys(join(folder, 'data'))
  expect(synced).toEqual([])
})
