import { tmpdir } from 'node:os'
import type { WireUser } from '@matricola/schema/wire/wire.ts'
import { buildPdf } from '@matricola/testing/build-pdf.ts'
import { silentLog } from '@matricola/testing/databases.ts'
import {
  library,
  openLibraryDatabase,
  startLibrarySessions,
} from '@matricola/testing/library/app.ts'
import { goodPassword, type SessionApp, type TestBrowser } from '@matricola/testing/session-app.ts'
import { buildMultipart, multipartBoundary } from '@matricola/testing/uploads.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { translateError } from '../../../database/translate-error.ts'
import {
  createDiskMonitor,
  type DiskLevel,
  diskLevelOf,
  diskThresholds,
  startDiskWatch,
} from '../../../ports/disk.ts'

const none = { lowBytes: 0, lowShare: 0, fullBytes: 0 }

describe('the free space on a disk', () => {
  const blocks = (total: number, free: number) => ({
    bsize: 4096,
    blocks: Math.floor(total / 4096),
    bavail: Math.floor(free / 4096),
  })
  test.each<[total: number, free: number, level: DiskLevel]>([
    [100e9, 50e9, 'ample'],
    [100e9, 5.1e9, 'ample'],
    [100e9, 4.9e9, 'low'],
    [10e9, 1.01e9, 'ample'],
    [10e9, 0.99e9, 'low'],
    [10e9, 0.31e9, 'low'],
    [10e9, 0.29e9, 'full'],
  ])('with %d bytes in total and %d free is %s', (total, free, level) => {
    expect(diskLevelOf(blocks(total, free), diskThresholds)).toBe(level)
  })

  test('is measured at startup, and the level stays the same while it cannot be measured', async () => {
    const full = createDiskMonitor(tmpdir(), silentLog, {
      ...none,
      fullBytes: Number.MAX_SAFE_INTEGER,
    })
    const watch = await startDiskWatch(full)
    expect(full.level()).toBe('full')
    await watch.stop()
    const low = createDiskMonitor(tmpdir(), silentLog, { ...none, lowShare: 1.1 })
    await low.measure()
    expect(low.level()).toBe('low')
    const missingFolderMonitor = createDiskMonitor('/nowhere/at/all', silentLog)
    await missingFolderMonitor.measure()
    expect(missingFolderMonitor.level()).toBe('ample')
  })
})

describe('with a disk that', () => {
  let level: DiskLevel = 'ample'
  const disk = { level: () => level, freeBytes: () => undefined, measure: () => Promise.resolve() }
  let site: SessionApp
  let admin: TestBrowser
  let reader: TestBrowser
  beforeAll(async () => {
    // Applies the rules for an embedded database on any engine, because they depend only on the
    // engine's name.
    const open = async () => ({ ...(await openLibraryDatabase()), engine: 'embedded' as const })
    site = await startLibrarySessions({}, open, { disk })
    await site.createAccount('admin', { username: 'root' })
    await site.createAccount('reader', { username: 'ana' })
    admin = site.browser()
    reader = site.browser()
    await admin.signIn('root')
    await reader.signIn('ana')
  })
  afterAll(() => site.close())
  beforeEach(() => {
    level = 'ample'
  })
  const changeSettings = () =>
    admin.call('PUT', '/api/settings/update', { universityName: 'Biblioteca de Vest' })
  const upload = () =>
    reader.call('POST', '/api/files', undefined, {
      payload: buildMultipart({
        field: 'file',
        name: 'a.pdf',
        type: 'application/pdf',
        bytes: buildPdf(),
      }),
      headers: { 'content-type': `multipart/form-data; boundary=${multipartBoundary}` },
    })
  const ready = async () => (await site.app.inject('/readyz')).json()
  const storageOf = async (browser: TestBrowser) =>
    (await browser.call<WireUser>('GET', '/api/authentication/check-auth')).data.alarms?.storage

  test('has ample space, everything works and no one is notified', async () => {
    expect((await upload()).status).toBe(201)
    expect(await ready()).toEqual({ status: 'ready' })
    expect(await storageOf(admin)).toBeUndefined()
  })

  test('is nearly full, files are rejected, records are accepted, and admins are notified', async () => {
    level = 'low'
    const refusal = await upload()
    expect([refusal.status, refusal.failure.code, refusal.headers['retry-after']]).toEqual([
      503,
      'storage.low',
      '5',
    ])
    expect((await changeSettings()).status).toBe(200)
    expect(await ready()).toEqual({ status: 'degraded' })
    expect([await storageOf(admin), await storageOf(reader)]).toEqual(['low', undefined])
  })

  test('is full, users can read everything, change nothing, and still sign in and out', async () => {
    level = 'full'
    for (const call of [upload, changeSettings]) {
      const refusal = await call()
      expect([refusal.status, refusal.failure.code]).toEqual([503, 'storage.full'])
    }
    expect((await admin.call('GET', '/api/settings')).status).toBe(200)
    expect((await admin.call('GET', '/api/members')).status).toBe(200)
    const other = site.browser()
    expect((await other.signIn('ana')).status).toBe(200)
    expect(
      (await other.call('POST', '/api/authentication/confirm-password', { password: goodPassword }))
        .status,
    ).toBe(200)
    expect((await other.call('POST', '/api/authentication/refresh-token')).status).toBe(200)
    expect((await other.call('DELETE', '/api/authentication/revoke-auth')).status).toBe(200)
    expect(await ready()).toEqual({ status: 'degraded' })
    expect(await storageOf(admin)).toBe('full')
  })

  test('is full, anonymous callers see no details', async () => {
    level = 'full'
    expect((await site.browser().call('PUT', '/api/settings/update', {})).status).toBe(401)
    expect((await site.browser().call('POST', '/api/nothing', {})).status).toBe(404)
  })
})

test('a full data disk blocks only files when the database is stored elsewhere', async () => {
  const open = async () => ({ ...(await openLibraryDatabase()), engine: 'postgres' as const })
  const site = await startLibrarySessions({}, open, {
    disk: { level: () => 'full', freeBytes: () => undefined, measure: () => Promise.resolve() },
  })
  await site.createAccount('admin', { username: 'root' })
  const admin = site.browser()
  await admin.signIn('root')
  expect(
    (await admin.call('PUT', '/api/settings/update', { universityName: 'Biblioteca de Vest' }))
      .status,
  ).toBe(200)
  expect((await admin.call('POST', '/api/files')).failure.code).toBe('storage.low')
  await site.close()
})

test('a database that runs out of space reports it', () => {
  expect(
    translateError(
      library.registry,
      Object.assign(new Error('could not extend file'), { code: '53100' }),
    ),
  ).toMatchObject({
    code: 'storage.full',
  })
})
