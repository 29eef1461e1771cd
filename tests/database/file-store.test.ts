import { mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { diskFiles } from '#server/ports/file-store.ts'
import { removeFolder } from '#tests/support/databases.ts'

describe('the file store on disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'))
  const files = diskFiles(join(folder, 'files'))
  afterAll(() => removeFolder(folder))

  it('gives back the bytes that it took, and leaves nothing else behind', async () => {
    await files.write('2026/09/5e9f2b1a', Buffer.from('scan'))
    expect((await buffer(await files.read('2026/09/5e9f2b1a'))).toString()).toBe('scan')
    expect(readdirSync(join(folder, 'files/2026/09'))).toEqual(['5e9f2b1a'])
  })

  it('lets only its owner read what is in it', () => {
    expect(statSync(join(folder, 'files')).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'files/2026/09/5e9f2b1a')).mode & 0o777).toBe(0o600)
  })

  it('refuses keys that the program does not make', async () => {
    for (const key of ['../secret', '/etc/passwd', 'a/../b', 'A', '', 'a//b', '.hidden', 'a\0'])
      await expect(files.write(key, Buffer.from(''))).rejects.toThrow('not a key')
  })

  it('says at once that a file is missing, and does not mind removing it twice', async () => {
    await files.remove('2026/09/5e9f2b1a')
    await files.remove('2026/09/5e9f2b1a')
    await expect(files.read('2026/09/5e9f2b1a')).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
