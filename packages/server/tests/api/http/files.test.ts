import { randomBytes } from 'node:crypto'
import { maxUploadBytes } from '@matricola/schema/vocabulary.ts'
import type { WireRecord, WireUser } from '@matricola/schema/wire/wire.ts'
import { buildPdf } from '@matricola/testing/build-pdf.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { startLibrarySessions } from '@matricola/testing/library/app.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import {
  blankImage,
  buildMultipart,
  jpegBytes,
  type MultipartPart,
  multipartBoundary,
  pngDeclaringSize,
  pngOfSize,
} from '@matricola/testing/uploads.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../../database/database.ts'
import { sanitizedFileName } from '../../../images/receive-upload.ts'
import { changeProfilePicture } from '../../../services/change-image.ts'

let site: SessionApp
let ana: TestBrowser
let anaId: string
let dan: TestBrowser
let danId: string
let admin: TestBrowser
beforeAll(async () => {
  site = await startLibrarySessions()
  anaId = await site.createAccount('reader', { username: 'ana' })
  danId = await site.createAccount('reader', { username: 'dan' })
  await site.createAccount('admin', { username: 'root' })
  ana = site.browser()
  dan = site.browser()
  admin = site.browser()
  await ana.signIn('ana')
  await dan.signIn('dan')
  await admin.signIn('root')
})
afterAll(() => site.close())
beforeEach(() => site.resetRateLimits())

const send = <T>(
  browser: TestBrowser,
  method: string,
  path: string,
  payload: Buffer,
  type = `multipart/form-data; boundary=${multipartBoundary}`,
) => browser.call<T>(method, path, undefined, { payload, headers: { 'content-type': type } })
const upload = (part: MultipartPart, browser = ana, id = anaId) =>
  send<WireUser>(
    browser,
    'PATCH',
    `/api/authentication/users/${id}/upload-image`,
    buildMultipart(part),
  )

async function pictureOf(browser: TestBrowser, path: string | null): Promise<Buffer> {
  const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  return (await site.app.inject({ method: 'GET', url: String(path), headers: { cookie } }))
    .rawPayload
}

describe('a profile picture (R-A11)', () => {
  test.each([
    ['JPEG', 'a.jpg', 'image/jpeg', () => blankImage().jpeg().toBuffer()],
    [
      'progressive JPEG',
      'a.jpeg',
      'image/jpeg',
      () => blankImage(200, 100).jpeg({ progressive: true }).toBuffer(),
    ],
    ['PNG', 'a.png', 'image/png', () => blankImage().png().toBuffer()],
    ['PNG with alpha', 'a.PNG', 'image/png', () => blankImage().ensureAlpha(0.5).png().toBuffer()],
    ['WebP', 'a.webp', 'image/webp', () => blankImage().webp().toBuffer()],
    ['JPEG with a name in Arabic', 'صورة.jpg', 'image/jpeg', () => blankImage().jpeg().toBuffer()],
    [
      'JPEG with a name of 200 bytes',
      `${'n'.repeat(196)}.jpg`,
      'image/jpeg',
      () => blankImage().jpeg().toBuffer(),
    ],
    ['PNG of exactly 2 MB', 'big.png', 'image/png', () => pngOfSize(maxUploadBytes)],
  ])(
    'sent as %s is stored as a WebP picture of 512 by 512 pixels and shown immediately',
    async (_, name, type, make) => {
      const answer = await upload({ name, type, bytes: await make() })
      expect([answer.status, answer.message]).toEqual([200, 'The image has been changed.'])
      expect(answer.data).toMatchObject({
        username: 'ana',
        imagePath: expect.stringMatching(/^\/api\/files\/[0-9a-f-]{36}$/),
      })
      const checked = await ana.call<WireUser>('GET', '/api/authentication/check-auth')
      expect(checked.data.imagePath).toBe(answer.data.imagePath)
      const { format, width, height } = await sharp(
        await pictureOf(ana, answer.data.imagePath),
      ).metadata()
      expect({ format, width, height }).toEqual({ format: 'webp', width: 512, height: 512 })
    },
  )

  test('loses its metadata, including location and comments', async () => {
    const bytes = await blankImage()
      .withExif({
        IFD0: { Copyright: 'CANARY <script>alert(1)</script>' },
        IFD3: { GPSLatitude: '44/1 25/1 0/1' },
      })
      .jpeg()
      .toBuffer()
    expect(bytes.includes('CANARY')).toBe(true)
    const { data } = await upload({ name: 'gps.jpg', type: 'image/jpeg', bytes })
    const stored = await pictureOf(ana, data.imagePath)
    expect((await sharp(stored).metadata()).exif).toBeUndefined()
    expect(stored.includes('CANARY')).toBe(false)
  })

  test('loses appended data', async () => {
    const bytes = Buffer.concat([
      await jpegBytes(),
      Buffer.from('<html><script>alert(1)</script></html>'),
    ])
    const { data } = await upload({ name: 'poly.jpg', type: 'image/jpeg', bytes })
    expect((await pictureOf(ana, data.imagePath)).includes('<script')).toBe(false)
  })

  test.each([
    [
      'a file one byte larger than 2 MB',
      413,
      'Maximum file size is 2 MB.',
      async () => ({ bytes: await pngOfSize(maxUploadBytes + 1) }),
    ],
    [
      '12 MB',
      413,
      'Maximum file size is 2 MB.',
      async () => ({ bytes: Buffer.alloc(12 * 1024 * 1024, 1) }),
    ],
    ['an empty file', 400, 'Invalid file size.', async () => ({ bytes: Buffer.alloc(0) })],
    [
      'a field with a different name',
      400,
      undefined,
      async () => ({ field: 'avatar', bytes: await blankImage().png().toBuffer() }),
    ],
    [
      'a field called __proto__',
      400,
      undefined,
      async () => ({ field: '__proto__', bytes: await blankImage().png().toBuffer() }),
    ],
  ])('is refused if the request has %s: %i %s', async (_, status, message, make) => {
    const answer = await upload(await make())
    expect(answer.status).toBe(status)
    if (message) expect(answer.failure.message).toBe(message)
  })

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  test.each<[string, MultipartPart | (() => Promise<MultipartPart>), string?]>([
    ['SVG', { name: 'a.svg', type: 'image/svg+xml', bytes: svg }],
    ['SVG named .png', { bytes: svg }],
    [
      'HTML named .jpg',
      {
        name: 'a.jpg',
        type: 'image/jpeg',
        bytes: Buffer.from('<!doctype html><script>alert(1)</script>'),
      },
    ],
    [
      'GIF',
      {
        name: 'a.gif',
        type: 'image/gif',
        bytes: Buffer.from('GIF89a/*\x00*/=1;alert(1)', 'latin1'),
      },
    ],
    [
      'HTML after a PNG header',
      {
        bytes: Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('<script>')]),
      },
      'damaged',
    ],
    ['PDF', { name: 'a.pdf', type: 'application/pdf', bytes: buildPdf() }],
    ['ZIP', { name: 'a.zip', type: 'application/zip', bytes: Buffer.from('PK\x03\x04') }],
    ['ELF', { bytes: Buffer.from('\x7fELF') }],
    [
      'XML with a DTD',
      { bytes: Buffer.from('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><x/>') },
    ],
    [
      'TIFF',
      async () => ({
        name: 'a.tiff',
        type: 'image/tiff',
        bytes: await blankImage().tiff().toBuffer(),
      }),
    ],
    ['BMP', { name: 'a.bmp', type: 'image/bmp', bytes: Buffer.from('BM\x00\x00') }],
    ['ICO', { bytes: Buffer.from('\x00\x00\x01\x00') }],
    [
      'truncated JPEG',
      async () => ({
        name: 'a.jpg',
        type: 'image/jpeg',
        bytes: (await blankImage(300, 300).jpeg().toBuffer()).subarray(0, 700),
      }),
      'damaged',
    ],
    [
      'truncated PNG',
      async () => ({
        bytes: (
          await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
            .png()
            .toBuffer()
        ).subarray(0, 9000),
      }),
      'damaged',
    ],
    ['PNG of 30,000 by 30,000', { bytes: pngDeclaringSize(30_000, 30_000) }, 'tooManyPixels'],
    ['PNG of 16,000 by 16,000', { bytes: pngDeclaringSize(16_000, 16_000) }, 'tooManyPixels'],
    ['PNG of 1 by 100,000', { bytes: pngDeclaringSize(1, 100_000) }, 'tooManyPixels'],
    [
      'animated PNG',
      async () => {
        const plain = await blankImage().png().toBuffer()
        const control = Buffer.from('000000086163544c0000138800000000b6a7c5c6', 'hex')
        return { bytes: Buffer.concat([plain.subarray(0, 33), control, plain.subarray(33)]) }
      },
      'animated',
    ],
    [
      'animated WebP',
      async () => ({
        name: 'a.webp',
        type: 'image/webp',
        bytes: await sharp(Buffer.alloc(20 * 40 * 3, 7).fill(200, 0, 900), {
          raw: { width: 20, height: 40, channels: 3, pageHeight: 20 },
        })
          .webp()
          .toBuffer(),
      }),
      'animated',
    ],
    [
      'JPEG with a thousand scans',
      async () => {
        const plain = await blankImage(64, 64).jpeg({ progressive: true }).toBuffer()
        return {
          name: 'a.jpg',
          type: 'image/jpeg',
          bytes: Buffer.concat([
            plain.subarray(0, -2),
            Buffer.alloc(2000, Buffer.from([0xff, 0xda])),
            plain.subarray(-2),
          ]),
        }
      },
      'damaged',
    ],
  ])('that is %s is refused: 415', async (_, part, fault = 'unsupported') => {
    const before = await site.database.query('select count(*) as n from file')
    const answer = await upload(typeof part === 'function' ? await part() : part)
    expect([answer.status, answer.failure.code]).toEqual([415, `upload.${fault}`])
    expect(await site.database.query('select count(*) as n from file')).toEqual(before)
  })

  test.each([
    ['no file', Buffer.from(`--${multipartBoundary}--\r\n`), 400],
    ['two files', undefined, 413],
    ['a body cut off in the middle', undefined, 400],
    ['a boundary of 71 characters', undefined, 415],
    ['JSON', Buffer.from('{}'), 415],
  ] as const)('sent with %s is refused', async (name, given, status) => {
    const png = await blankImage().png().toBuffer()
    const path = `/api/authentication/users/${anaId}/upload-image`
    const body =
      given ??
      (name === 'two files'
        ? buildMultipart({ bytes: png }, { bytes: png })
        : name.startsWith('a body')
          ? buildMultipart({ bytes: png }).subarray(0, 200)
          : buildMultipart({ bytes: png }))
    const type =
      name === 'JSON'
        ? 'application/json'
        : `multipart/form-data; boundary=${name.startsWith('a boundary') ? 'b'.repeat(71) : multipartBoundary}`
    const answer = await send(ana, 'PATCH', path, body, type)
    expect(answer.status).toBe(status)
    expect(answer.failure.success).toBe(false)
  })

  test('is kept if the account is changed at the same moment, and the new one is refused', async () => {
    const bytes = await jpegBytes()
    const { data: before } = await upload({ name: 'a.jpg', type: 'image/jpeg', bytes })
    const { database } = site.context
    // Simulates another process on PostgreSQL that writes between the read of the account and the
    // update.
    const racingDatabase: Database = {
      ...database,
      transaction: (work) =>
        database.transaction((queries) =>
          work({
            async query(text, values) {
              const rows = await queries.query(text, values)
              if (/^SELECT .* FROM users r/.test(text))
                await queries.query('update users set version = version + 1 where id = $1', [anaId])
              return rows as never
            },
          }),
        ),
    }
    const caller = { ...createCaller('reader', anaId), role: 'reader' } as const
    const sent = { bytes, kind: 'jpeg', name: 'b.jpg', hasActiveContent: false } as const
    await expect(
      changeProfilePicture({ ...site.context, database: racingDatabase }, caller, anaId, sent),
    ).rejects.toMatchObject({
      code: 'record.stale',
    })
    const imageQuery = `select u.image_path = f.id as "isShown", f.claimed_at is not null as "isKept" from users u join file f on f.id = u.image_path where u.id = $1`
    expect(await database.query(imageQuery, [anaId])).toEqual([{ isShown: true, isKept: true }])
    expect((await ana.call('GET', String(before.imagePath))).status).toBe(200)
  })

  test('of another user can be changed only by an admin', async () => {
    const bytes = await jpegBytes()
    const part = { name: 'a.jpg', type: 'image/jpeg', bytes }
    expect((await upload(part, ana, danId)).status).toBe(404)
    expect((await upload(part, site.browser(), danId)).status).toBe(401)
    const answer = await upload(part, admin, danId)
    expect([answer.status, answer.data.username]).toEqual([200, 'dan'])
  })

  test('is visible only to signed-in users, with headers that block scripts', async () => {
    const { data } = await upload({ name: 'a.jpg', type: 'image/jpeg', bytes: await jpegBytes() })
    const path = String(data.imagePath)
    expect((await site.browser().call('GET', path)).status).toBe(401)
    const answer = await dan.call('GET', path)
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-disposition': "inline; filename*=UTF-8''image.webp",
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
    })
    const foreign = await dan.call('GET', path, undefined, {
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(foreign.failure.code).toBe('origin.foreign')
  })

  test("appears in the account's history with its version", async () => {
    await upload({ name: 'a.jpg', type: 'image/jpeg', bytes: await jpegBytes() })
    const before = await admin.call<WireRecord>('GET', `/api/authentication/users/${anaId}`)
    await upload({ name: 'a.jpg', type: 'image/jpeg', bytes: await jpegBytes() })
    const after = await admin.call<WireRecord>('GET', `/api/authentication/users/${anaId}`)
    expect(after.data.version).toBe(before.data.version + 1)
    const history = await admin.call<{ list: { changes: { field: string }[] }[] }>(
      'GET',
      `/api/authentication/users/${anaId}/history`,
    )
    expect(history.data.list[0]?.changes.map(({ field }) => field)).toEqual(['imagePath'])
  })

  test('can be changed ten times an hour', async () => {
    const part = { name: 'a.jpg', type: 'image/jpeg', bytes: await jpegBytes() }
    const statuses = []
    for (let i = 0; i < 11; i += 1) statuses.push((await upload(part)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })
})

describe('a staged file', () => {
  interface Staged {
    id: string
    name: string
    mediaType: string
  }
  const pdf = buildPdf()
  const uploadStaged = (browser: TestBrowser, part: MultipartPart) =>
    send<Staged>(browser, 'POST', '/api/files', buildMultipart({ field: 'file', ...part }))

  test('is stored unchanged when it is a PDF, is offered as a download, and is visible only to its owner', async () => {
    const answer = await uploadStaged(ana, {
      name: '../../etc/Diplomă finală.pdf',
      type: 'application/pdf',
      bytes: pdf,
    })
    expect(answer.status).toBe(201)
    expect(answer.data).toMatchObject({ name: 'Diplomă finală.pdf', mediaType: 'application/pdf' })
    const ownFile = await ana.call('GET', `/api/files/${answer.data.id}`)
    expect([ownFile.status, ownFile.text]).toEqual([200, pdf.toString()])
    expect(ownFile.headers['content-disposition']).toBe(
      `attachment; filename*=UTF-8''Diplom%C4%83%20final%C4%83.pdf`,
    )
    expect((await dan.call('GET', `/api/files/${answer.data.id}`)).status).toBe(404)
    expect((await admin.call('GET', `/api/files/${answer.data.id}`)).status).toBe(404)
  })

  test('is re-encoded when it is an image', async () => {
    const answer = await uploadStaged(ana, {
      name: 'scan.png',
      bytes: await blankImage(5000, 100).png().toBuffer(),
    })
    expect(answer.data).toMatchObject({ name: 'scan.jpg', mediaType: 'image/jpeg' })
    expect(
      (await sharp(await pictureOf(ana, `/api/files/${answer.data.id}`)).metadata()).width,
    ).toBe(4000)
  })

  test.each([
    ['HTML named .pdf', Buffer.from('<html></html>')],
    [
      'HTML that contains a PDF header',
      Buffer.from(`${'<p>'.repeat(200)}%PDF-1.4\nstartxref\n%%EOF`),
    ],
    ['a PDF without its end', Buffer.from('%PDF-1.4\n1 0 obj')],
  ])('is refused when it is %s', async (_, bytes) => {
    expect(
      (await uploadStaged(ana, { name: 'a.pdf', type: 'application/pdf', bytes })).status,
    ).toBe(415)
  })

  test('cannot be found under a made-up id', async () => {
    for (const id of [
      '00000000-0000-4000-8000-000000000000',
      'nonsense',
      '..%2f..%2fkeys%2fpepper',
    ]) {
      expect((await ana.call('GET', `/api/files/${id}`)).status).toBe(404)
    }
  })
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\x.pdf', 'x.pdf'],
  ['C:\\dir\\a.pdf', 'a.pdf'],
  ['a\r\nSet-Cookie: x=1.pdf', 'aSet-Cookie x=1.pdf'],
  ['\u202Egpj.exe', 'gpj.exe'],
  ['.htaccess', 'htaccess'],
  ['', 'file.pdf'],
  ['...', 'file.pdf'],
])('the file name %j becomes %j', (name, harmless) => {
  expect(sanitizedFileName(name, 'pdf')).toBe(harmless)
})

describe('the logo', () => {
  const current = async () =>
    (await admin.call<WireRecord>('GET', '/api/settings')).data.logo
      ?.toString()
      .replace('/api/files/', '/api/university/logo/') ?? null
  const uploadStaged = async (bytes: Buffer) =>
    (
      await send<{ id: string }>(
        admin,
        'POST',
        '/api/files',
        buildMultipart({ name: 'sigla.png', type: 'image/png', bytes, field: 'file' }),
      )
    ).data.id
  const choose = (logo: string | null) =>
    admin.call<WireRecord>('PUT', '/api/settings/update', { logo })
  const open = (path: string | null) => site.app.inject({ method: 'GET', url: String(path) })

  test('is re-encoded, and publicly visible while it is the current one', async () => {
    expect(await current()).toBeNull()
    const image = await blankImage(400, 100)
      .withExif({ IFD0: { Copyright: 'CANARY' } })
      .png()
      .toBuffer()
    expect((await choose(await uploadStaged(image))).status).toBe(200)
    const logo = await current()
    expect(logo).toMatch(/^\/api\/university\/logo\/[0-9a-f-]{36}$/)
    const { statusCode, headers, rawPayload } = await open(logo)
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/jpeg',
      'public, max-age=31536000, immutable',
    ])
    expect(headers['content-security-policy']).toContain('sandbox')
    expect((await sharp(rawPayload).metadata()).format).toBe('jpeg')
    expect(rawPayload.includes('CANARY')).toBe(false)
    await choose(null)
    expect(await current()).toBeNull()
    expect((await open(logo)).statusCode).toBe(404)
  })

  test('cannot be a PDF: the form is refused with an error for the field, and the file remains staged for its owner', async () => {
    const pdf = buildMultipart({
      name: 'sigla.pdf',
      type: 'application/pdf',
      bytes: buildPdf(),
      field: 'file',
    })
    const { id } = (await send<{ id: string }>(admin, 'POST', '/api/files', pdf)).data
    const answer = await choose(id)
    expect([answer.status, answer.failure.fields]).toEqual([
      400,
      { logo: [{ code: 'file.notAccepted', params: { formats: 'JPEG, PNG, WEBP' } }] },
    ])
    expect(await current()).toBeNull()
    expect(
      await site.context.database.query('select claimed_at, resource from file where id = $1', [
        id,
      ]),
    ).toEqual([{ claimed_at: null, resource: null }])
    expect((await choose('00000000-0000-7000-8000-000000000000')).failure.fields).toEqual({
      logo: [{ code: 'file.unknown' }],
    })
  })

  test('is served at display size in the page header, and full size for link previews', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const image = await sharp({
      create: { width: 900, height: 300, channels: 3, background: 'grey', noise },
    })
      .png()
      .toBuffer()
    await choose(await uploadStaged(image))
    const logo = await current()
    const [original, small] = [await open(logo), await open(`${logo}?small`)]
    expect(await sharp(original.rawPayload).metadata()).toMatchObject({ width: 900, height: 300 })
    expect(await sharp(small.rawPayload).metadata()).toMatchObject({
      format: 'jpeg',
      width: 240,
      height: 80,
    })
    expect(small.rawPayload.length).toBeLessThan(20_000)
    expect(small.headers).toMatchObject({
      'content-length': String(small.rawPayload.length),
      'cache-control': 'public, max-age=31536000, immutable',
    })
    await choose(null)
    expect((await open(`${logo}?small`)).statusCode).toBe(404)
  })

  test('gives access to no other file: no staged file and no profile picture', async () => {
    const waiting = await uploadStaged(await blankImage().png().toBuffer())
    expect((await open(`/api/university/logo/${waiting}`)).statusCode).toBe(404)
    const { data } = await upload({
      name: 'a.png',
      type: 'image/png',
      bytes: await blankImage().png().toBuffer(),
    })
    expect(
      (await open(String(data.imagePath).replace('/api/files/', '/api/university/logo/')))
        .statusCode,
    ).toBe(404)
  })
})
