/**
 * Images of applications are stored and accepted as uploaded, and re-encoded afterwards. In
 * between, they are not visible to anyone.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import { EncoderExited, type PictureEncoder } from '@matricola/server/ports/picture-encoder.ts'
import {
  pausePreparation,
  prepareFiles,
  startPreparation,
} from '@matricola/server/services/prepare-files.ts'
import { readDroppedFiles, removeDroppedFiles } from '@matricola/server/session/file-records.ts'
import { readStored } from '@matricola/server/session/stored-files.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { blankImage } from '@matricola/testing/uploads.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { eraseApplication } from '#server/admission/privacy/erase.ts'
import { exportPerson } from '#server/admission/privacy/export-person.ts'
import { engines } from '#tests/support/databases.ts'
import {
  createDamagedJpeg,
  createDamagedPng,
  prepareAllFiles,
} from '#tests/support/prepared-images.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import {
  applicationForm,
  pdfUpload,
  submitJson,
  submitMultipart,
  updateSettings,
  uploadStagedDocument,
} from '#tests/support/submit-application.ts'
import { testedApp } from '#tests/support/tested-app.ts'

describe.each(engines)('an image of an application on $engine', ({ open }) => {
  let site: SessionApp
  let programme: ProgrammeIds
  let anyone: TestBrowser
  let office: TestBrowser
  let sequence = 600
  beforeAll(async () => {
    site = await startSessionApp({}, open)
    programme = await seedProgramme(site)
    await updateSettings(site, { registrationOpen: true })
    await site.createAccount('secretary', { username: 'office' })
    anyone = site.browser()
    office = site.browser()
  })
  beforeEach(async () => {
    await site.resetRateLimits()
    // Some tests move the clock ahead, which ends the session.
    await office.signIn('office')
  })
  afterAll(() => site.close())

  /** An application with this image as its identity card. */
  async function apply(bytes: Buffer, name = 'card.jpg', type = 'image/jpeg') {
    sequence += 1
    const form = applicationForm(sequence, programme)
    const parts = [
      { field: 'fileIdCard', name, type, bytes },
      pdfUpload('fileCV'),
      pdfUpload('fileDiploma'),
    ]
    const { status, data } = await submitMultipart(anyone, form, parts)
    expect(status).toBe(201)
    const [row] = await site.database.query<{ id: string }>(
      'select id from registrations where reference_code = $1',
      [data.reference],
    )
    return { id: String(row?.id), ...data }
  }
  const photo = (canary = 'CANARY') =>
    blankImage(300, 200)
      .withExif({ IFD0: { Copyright: canary } })
      .jpeg()
      .toBuffer()
  const review = async (id: string) =>
    (await office.call<WireRegistration>('GET', `/api/registrations/${id}`)).data
  const card = async (id: string) =>
    (await review(id)).documents.find(({ document }) => document === 'fileIdCard')
  const stored = async (id: string) => {
    const [row] = await site.database.query<{
      id: string
      key: string
      state: string
      has_raw: boolean
      sha256: string
      original_sha256: string
    }>(
      "select id, key, state, has_raw, sha256, original_sha256 from file where record_id = $1 and field = 'fileIdCardUrl'",
      [id],
    )
    if (!row) throw new Error('no identity card is stored')
    return row
  }
  const isInStore = (key: string) => existsSync(join(site.context.config.dataDir, key))
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const withEncoder = (encodePicture: PictureEncoder): Context => ({
    ...site.context,
    encodePicture,
  })
  const prepareWith = (context: Context) => prepareFiles(context, testedApp.packs.noteUnreadable)

  test('waits while requests use the processor, and is prepared afterwards', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const { id } = await apply(await photo())
      pausePreparation(site.context)
      const preparing = prepareAllFiles(site.context)
      // Another application's image waits for its turn, and so would this image.
      await apply(await photo())
      expect(await stored(id)).toMatchObject({ state: 'preparing' })
      vi.advanceTimersByTime(60_000)
      expect(await preparing).toBe(2)
      expect(await stored(id)).toMatchObject({ state: 'ready' })
    } finally {
      vi.useRealTimers()
    }
  })

  test('is acknowledged once it is stored, inaccessible until it is prepared, and then served without its hidden data', async () => {
    const bytes = await photo()
    const { id, reference, accessCode } = await apply(bytes)
    const ownBrowser = site.browser()
    await ownBrowser.call('POST', admissionEndpoints.openApplication.path, {
      reference,
      accessCode,
    })
    const application = async () =>
      (
        await ownBrowser.call<WireApplication>('GET', admissionEndpoints.application.path)
      ).data.documents.find((one) => one.document === 'fileIdCard')
    const before = await stored(id)
    expect(before).toMatchObject({
      state: 'preparing',
      has_raw: true,
      sha256: hash(bytes),
      original_sha256: hash(bytes),
    })
    expect([(await card(id))?.state, (await application())?.state]).toEqual([
      'preparing',
      'preparing',
    ])
    const address = String((await review(id)).fileIdCardUrl)
    const ownAddress = String((await application())?.url)
    const requests = [
      () => office.call('GET', address),
      () => office.call('GET', `${address}?ahead=true`),
      () => ownBrowser.call('GET', ownAddress),
    ]
    for (const door of requests) {
      const { status, failure, text } = await door()
      expect([status, failure.code, text.includes('CANARY')]).toEqual([
        409,
        'file.preparing',
        false,
      ])
    }
    expect((await office.call('HEAD', address)).status).toBe(409)
    const { files, data } = await exportPerson(site.context, reference)
    expect(data.documents).toContainEqual(
      expect.objectContaining({ document: 'fileIdCard', state: 'preparing' }),
    )
    const exported = files.find(({ key }) => key === before.key)
    await expect(
      readStored(site.context, exported ?? { key: '', sha256: '', state: 'ready' }),
    ).rejects.toMatchObject({
      code: 'file.preparing',
    })

    expect(await prepareAllFiles(site.context)).toBe(1)
    const after = await stored(id)
    expect(after).toMatchObject({ state: 'ready', has_raw: false, original_sha256: hash(bytes) })
    expect([isInStore(before.key), isInStore(after.key)]).toEqual([false, true])
    expect([(await card(id))?.state, (await application())?.state]).toEqual(['ready', 'ready'])
    for (const door of requests) {
      const { status, bytes: displayedBytes } = await door()
      expect([status, hash(displayedBytes)]).toEqual([200, after.sha256])
      expect((await sharp(displayedBytes).metadata()).exif).toBeUndefined()
    }
  })

  test.each([
    ['PNG', 'card.png', 'image/png', async () => createDamagedPng()],
    ['JPEG', 'card.jpg', 'image/jpeg', createDamagedJpeg],
  ])(
    'a %s that only the decoder recognises as damaged is rejected, and the applicant can be asked for another one',
    async (_, name, type, make) => {
      const { id } = await apply(await make(), name, type)
      expect(await prepareAllFiles(site.context)).toBe(1)
      const { key, state } = await stored(id)
      expect([state, isInStore(key)]).toEqual(['unreadable', true])
      const found = await card(id)
      expect(found).toMatchObject({
        state: 'unreadable',
        mark: { mark: 'rejected', isUnreadable: true, by: '', reason: null },
      })
      const record = await review(id)
      expect(record.timeline[0]).toMatchObject({
        type: 'documentUnreadable',
        actor: { kind: 'system' },
        payload: { document: 'fileIdCard' },
      })
      expect((await office.call('GET', String(record.fileIdCardUrl))).failure.code).toBe(
        'file.unreadable',
      )
      const response = await office.call('PATCH', `/api/registrations/${id}/documents/fileIdCard`, {
        mark: 'verified',
      })
      expect(response.failure.fields).toEqual({
        mark: [expect.objectContaining({ code: 'document.unreadable' })],
      })
      const step = (body: object) =>
        office.call<WireRegistration>('PATCH', '/api/registrations/status-update', { id, ...body })
      expect((await step({ status: 'under_review' })).status).toBe(200)
      expect((await step({ status: 'accepted' })).failure.fields).toMatchObject({
        fileIdCardUrl: [{ code: 'document.rejected' }],
      })
      const texts = {
        issue: 'Card',
        issueExplanation: 'The picture cannot be read.',
        requestedChanges: [{ field: 'fileIdCard' }],
      }
      expect((await step({ status: 'update_requested', ...texts })).status).toBe(200)
      expect(await prepareAllFiles(site.context)).toBe(0)
    },
  )

  test('an application cannot be accepted while one of its images cannot be viewed', async () => {
    const { id } = await apply(await photo())
    const step = (status: string) =>
      office.call<WireRegistration>('PATCH', '/api/registrations/status-update', { id, status })
    await step('under_review')
    expect((await step('accepted')).failure.fields).toMatchObject({
      fileIdCardUrl: [{ code: 'document.preparing' }],
    })
    await prepareAllFiles(site.context)
    expect((await step('accepted')).status).toBe(200)
  })

  test('is rejected at its field if it proves unreadable before the form arrives', async () => {
    const ids: Record<string, string> = {}
    for (const name of ['fileCV', 'fileDiploma'])
      ids[name] = (await uploadStagedDocument(anyone)).data.id
    ids.fileIdCard = (
      await uploadStagedDocument(anyone, { name: 'a.png', bytes: createDamagedPng() })
    ).data.id
    await prepareAllFiles(site.context)
    sequence += 1
    const form = applicationForm(sequence, programme)
    const refusal = await submitJson(anyone, { ...form, ...ids })
    expect([refusal.status, refusal.failure.fields]).toEqual([
      400,
      { fileIdCard: [expect.objectContaining({ code: 'file.damaged' })] },
    ])
    ids.fileIdCard = (
      await uploadStagedDocument(anyone, {
        name: 'a.jpg',
        type: 'image/jpeg',
        bytes: await photo(),
      })
    ).data.id
    expect((await submitJson(anyone, { ...form, ...ids })).status).toBe(201)
    await prepareAllFiles(site.context)
  })

  test('an interruption at any moment of the preparation neither loses nor duplicates anything', async () => {
    const { id } = await apply(await photo('first'))
    const before = await stored(id)
    // The process is interrupted after the prepared bytes were written, but before the row changed.
    // Once the lease expires, another process takes over the file.
    const unreachable = {
      ...site.context,
      database: { ...site.context.database, query: failing("state = 'ready'") },
    }
    await prepareWith(unreachable).catch(() => undefined)
    expect(await stored(id)).toEqual(before)
    expect(await prepareAllFiles(site.context)).toBe(0)
    site.wait(4 * 60_000)
    expect(await prepareAllFiles(site.context)).toBe(1)
    const after = await stored(id)
    expect(after).toMatchObject({ state: 'ready', has_raw: false })
    // The process is interrupted before the original was removed. A later run removes it.
    await site.context.files.write(before.key, Buffer.from('original'))
    await site.database.query('update file set has_raw = true where id = $1', [after.id])
    expect(await prepareAllFiles(site.context)).toBe(0)
    expect([(await stored(id)).has_raw, isInStore(before.key), isInStore(after.key)]).toEqual([
      false,
      false,
      true,
    ])
    function failing(part: string): Context['database']['query'] {
      return ((text: string, values?: readonly unknown[]) =>
        text.includes(part)
          ? Promise.reject(new Error('cut off'))
          : site.context.database.query(text, values)) as Context['database']['query']
    }
  })

  test('two processes prepare each image once', async () => {
    for (let i = 0; i < 6; i += 1) await apply(await photo(`${i}`))
    let encoded = 0
    const counting = withEncoder(async (picture) => {
      encoded += 1
      return site.context.encodePicture(picture)
    })
    const done = await Promise.all([prepareWith(counting), prepareWith(counting)])
    expect([done[0] + done[1], encoded]).toEqual([6, 6])
  })

  test('an image on which the decoder crashes three times blocks no other image, and a busy decoder blocks none', async () => {
    const bad = await apply(await photo('bad'))
    const good = await apply(await photo('good'))
    const brokenContext = withEncoder(async (picture) => {
      if (Buffer.from(picture.bytes).includes('bad')) throw new EncoderExited()
      return site.context.encodePicture(picture)
    })
    const busy = withEncoder(() => Promise.reject(new Error('busy')))
    for (let i = 0; i < 5; i += 1) {
      await prepareWith(busy)
      site.wait(11_000)
    }
    for (let i = 0; i < 3; i += 1) {
      expect((await stored(bad.id)).state).toBe('preparing')
      await prepareWith(brokenContext)
      site.wait(11_000)
    }
    expect([(await stored(bad.id)).state, (await stored(good.id)).state]).toEqual([
      'unreadable',
      'ready',
    ])
    expect((await card(bad.id))?.mark?.mark).toBe('rejected')
  })

  test('leaves no bytes behind if it is erased while it is being prepared', async () => {
    const { id } = await apply(await photo())
    const { key } = await stored(id)
    const slow = withEncoder(async (picture) => {
      const bytes = await site.context.encodePicture(picture)
      await eraseApplication(site.context, { id, isWhole: false, by: 'retention', allowOpen: true })
      return bytes
    })
    await prepareWith(slow)
    await removeDroppedFiles(site.context, await readDroppedFiles(site.context))
    expect([isInStore(key), isInStore(key.replace('-raw', ''))]).toEqual([false, false])
    expect(await site.database.query('select 1 from file where record_id = $1', [id])).toEqual([])
  })

  test('the list and history for staff report the damaged image and show no content', async () => {
    const { id } = await apply(await photo())
    const list = await office.call<Page<WireRecord>>(
      'GET',
      '/api/registrations/list?pageSize=1&sort=-submittedAt',
    )
    expect(list.text).not.toContain('CANARY')
    expect((await office.call('GET', String((await review(id)).fileIdCardUrl))).failure.code).toBe(
      'file.preparing',
    )
    await prepareAllFiles(site.context)
  })

  test('a starting program continues with waiting images, and processes new ones immediately', async () => {
    const waiting = await apply(await photo('waiting'))
    const worker = await startPreparation(site.context, {
      noteUnreadable: testedApp.packs.noteUnreadable,
      lanes: 2,
    })
    try {
      await expect.poll(async () => (await stored(waiting.id)).state).toBe('ready')
      const fresh = await apply(await photo('fresh'))
      // Much sooner than the next scheduled run.
      await expect.poll(async () => (await stored(fresh.id)).state).toBe('ready')
    } finally {
      await worker.stop()
    }
  })
})
