/**
 * Stored files that were damaged or lost: nobody receives wrong bytes, and the problem is reported.
 */

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WireUser } from '@matricola/schema/wire/wire.ts'
import { startLibrarySessions } from '@matricola/testing/library/app.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { blankImage, buildMultipart, multipartBoundary } from '@matricola/testing/uploads.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let site: SessionApp
let ana: TestBrowser
let anaId: string
let admin: TestBrowser
beforeAll(async () => {
  site = await startLibrarySessions()
  anaId = await site.createAccount('reader', { username: 'ana' })
  await site.createAccount('admin', { username: 'root' })
  await site.createAccount('librarian', { username: 'office' })
  ana = site.browser()
  admin = site.browser()
  await ana.signIn('ana')
  await admin.signIn('root')
})
afterAll(() => site.close())

/** The URL of Ana's picture, and the path of its bytes. */
let address: string
let path: string
beforeEach(async () => {
  site.resetRateLimits()
  const payload = buildMultipart({
    name: 'a.jpg',
    type: 'image/jpeg',
    bytes: await blankImage().jpeg().toBuffer(),
  })
  const headers = { 'content-type': `multipart/form-data; boundary=${multipartBoundary}` }
  const { data } = await ana.call<WireUser>(
    'PATCH',
    `/api/authentication/users/${anaId}/upload-image`,
    undefined,
    { payload, headers },
  )
  address = String(data.imagePath)
  const [file] = await site.database.query<{ key: string }>('select key from file where id = $1', [
    address.split('/').at(-1),
  ])
  path = join(site.context.config.dataDir, String(file?.key))
})

const faultyFiles = async (browser: TestBrowser) =>
  (await browser.call<WireUser>('GET', '/api/authentication/check-auth')).data.alarms?.files
const damages: readonly (readonly [string, () => void, string])[] = [
  [
    'one byte has changed',
    () => {
      const bytes = readFileSync(path)
      bytes[bytes.length >> 1] = ~(bytes[bytes.length >> 1] ?? 0) & 255
      writeFileSync(path, bytes)
    },
    'damaged',
  ],
  ['the end is cut off', () => writeFileSync(path, readFileSync(path).subarray(0, 100)), 'damaged'],
  ['nothing is left', () => rmSync(path), 'missing'],
]

test.each(damages)(
  'a file of which %s is not served, and the error has its own code',
  async (_, damage, fault) => {
    const original = readFileSync(path)
    damage()
    const { status, failure } = await ana.call('GET', address)
    expect({ status, code: failure.code }).toEqual({ status: 500, code: `file.${fault}` })
    expect(failure.message).toMatch(/Trying again will not help/)
    expect(await faultyFiles(admin)).toBe(1)
    writeFileSync(path, original)
    expect((await ana.call('GET', address)).status).toBe(200)
    expect(await faultyFiles(admin)).toBeUndefined()
  },
)

test('a backup finds damaged files that were never opened, and only administrators see their number', async () => {
  const original = readFileSync(path)
  rmSync(path)
  expect(await faultyFiles(admin)).toBeUndefined()
  expect((await admin.call('GET', '/api/settings/download-database-backup')).status).toBe(200)
  expect(await faultyFiles(admin)).toBe(1)
  const office = site.browser()
  await office.signIn('office')
  expect(await faultyFiles(office)).toBeUndefined()
  writeFileSync(path, original)
  expect((await admin.call('GET', '/api/settings/download-database-backup')).status).toBe(200)
  expect(await faultyFiles(admin)).toBeUndefined()
})
