import { mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { removeFolder } from '@matricola/testing/databases.ts'
import { s3Bucket, startS3 } from '@matricola/testing/s3.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDiskFileStore } from '../../ports/disk-file-store.ts'
import type { FilePort } from '../../ports/files.ts'
import { createS3FileStore, parseS3Url, type S3Location } from '../../ports/s3-file-store.ts'
import { TemporaryFile } from '../../ports/temporary-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'files-'))
afterAll(() => removeFolder(folder))

const stores: readonly {
  readonly name: string
  open(): Promise<{ files: FilePort; close(): Promise<void> }>
}[] = [
  {
    name: 'on disk',
    open: async () => ({
      files: createDiskFileStore(join(folder, 'files')),
      close: async () => {},
    }),
  },
  {
    name: 'in a bucket',
    async open() {
      const store = await startS3()
      return { files: createS3FileStore(parseLocation(store.url)), close: store.stop }
    },
  },
]

/** Parses a `FILES_URL`. */
function parseLocation(url: string): S3Location {
  const read = parseS3Url(url)
  if (!read) throw new Error(`not a valid FILES_URL: ${url}`)
  return read
}

describe.each(stores)('the file store $name', ({ open }) => {
  let store: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    store = await open()
  })
  afterAll(() => store.close())

  it('stores the bytes of a temporary file and removes the temporary file', async () => {
    const incoming = join(folder, 'incoming')
    for (const [at, key] of ['2031/01/a', '2031/01/b', '2031/02/c'].entries()) {
      const bytes = Buffer.alloc(100_000 + at, at)
      const file = await TemporaryFile.create(incoming)
      await file.write(bytes.subarray(0, 60_000))
      await file.write(bytes.subarray(60_000))
      expect((await file.read()).equals(bytes)).toBe(true)
      await store.files.write(key, bytes, file)
      await file.end()
      expect((await store.files.read(key).then(buffer)).equals(bytes)).toBe(true)
    }
    expect(readdirSync(incoming)).toEqual([])
  })

  it('returns each of many files that are written concurrently', async () => {
    const contents = Array.from({ length: 20 }, (_, at) => Buffer.from(`scan ${at}`))
    await Promise.all(
      contents.map((bytes, at) => store.files.write(`2032/0${at % 2}/${at}`, bytes)),
    )
    for (const [at, bytes] of contents.entries())
      expect((await store.files.read(`2032/0${at % 2}/${at}`).then(buffer)).equals(bytes)).toBe(
        true,
      )
  })

  it('returns the bytes that were stored', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251))
    await store.files.write('2026/09/5e9f2b1a', bytes)
    expect(await buffer(await store.files.read('2026/09/5e9f2b1a'))).toEqual(bytes)
  })

  it('replaces the bytes of a file as a whole', async () => {
    await store.files.write('2026/09/5e9f2b1a', Buffer.from('scan'))
    expect((await buffer(await store.files.read('2026/09/5e9f2b1a'))).toString()).toBe('scan')
  })

  it('rejects keys that the program cannot have generated', async () => {
    for (const key of ['../secret', '/etc/passwd', 'a/../b', 'A', '', 'a//b', '.hidden', 'a\0'])
      await expect(store.files.write(key, Buffer.from(''))).rejects.toThrow('not a key')
  })

  it('reports a missing file immediately, and allows removing a file twice', async () => {
    await store.files.remove('2026/09/5e9f2b1a')
    await store.files.remove('2026/09/5e9f2b1a')
    await expect(store.files.read('2026/09/5e9f2b1a')).rejects.toThrow()
  })
})

describe('the file store on disk', () => {
  it('makes its files readable only by their owner, and leaves no other files behind', async () => {
    await createDiskFileStore(join(folder, 'own')).write('2026/09/5e9f2b1a', Buffer.from('scan'))
    expect(readdirSync(join(folder, 'own/2026/09'))).toEqual(['5e9f2b1a'])
    expect(statSync(join(folder, 'own')).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'own/2026/09/5e9f2b1a')).mode & 0o777).toBe(0o600)
  })
})

describe('the file store in a bucket', () => {
  it('is checked before startup, and reports a missing bucket or an unreachable store in one line', async () => {
    const store = await startS3()
    await expect(createS3FileStore(parseLocation(store.url)).verify()).resolves.toBeUndefined()
    await expect(
      createS3FileStore(parseLocation(store.url.replace(s3Bucket, 'nowhere'))).verify(),
    ).rejects.toThrow(/^FILES_URL: the bucket nowhere/)
    await store.stop()
    await expect(createS3FileStore(parseLocation(store.url)).verify()).rejects.toThrow(
      /^FILES_URL: the bucket/,
    )
  })

  it('has a URL with key, secret, host, bucket and region, and any other URL is invalid', () => {
    expect(parseS3Url('s3://key:se%2Fcret@s3.example.org/files?region=eu-central-1')).toEqual({
      endpoint: 'https://s3.example.org',
      region: 'eu-central-1',
      bucket: 'files',
      accessKeyId: 'key',
      secretAccessKey: 'se/cret',
    })
    for (const text of [
      '',
      'files',
      'https://key:secret@host/files',
      's3://host/files',
      's3://key:secret@host',
      's3://key:secret@host/A_B',
    ])
      expect(parseS3Url(text)).toBeNull()
  })
})
