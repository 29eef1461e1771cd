import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { maxUploadBytes } from '@matricola/schema/vocabulary.ts'
import { returnBuffer, takeBuffer } from '@matricola/server/images/upload-buffers.ts'
import { buildPdf } from '@matricola/testing/build-pdf.ts'
import { projectRoot } from '@matricola/testing/databases.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import {
  blankImage,
  buildMultipart,
  type MultipartPart,
  multipartBoundary,
  pngDeclaringSize,
  pngOfSize,
} from '@matricola/testing/uploads.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import { documentNames } from '#resources/application-documents.ts'
import { incomingFolder } from '#server/admission/submission/read-form.ts'
import { prepareAllFiles } from '#tests/support/prepared-images.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import {
  applicationForm,
  pdfUpload,
  sendMultipart,
  smallPdf,
  submitMultipart,
  updateSettings,
  uploadStagedDocument,
} from '#tests/support/submit-application.ts'

let site: SessionApp
let programme: ProgrammeIds
let anyone: TestBrowser
let sequence = 500
beforeAll(async () => {
  site = await startSessionApp()
  programme = await seedProgramme(site)
  await updateSettings(site, { registrationOpen: true })
  anyone = site.browser()
})
afterAll(() => site.close())

const form = () => {
  sequence += 1
  return applicationForm(sequence, programme)
}
const count = async (table: string) =>
  Number((await site.database.query<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n)
const listIncoming = () => readdirSync(incomingFolder(site.context.config.dataDir))
const others = [pdfUpload('fileDiploma'), pdfUpload('fileIdCard')]
const apply = (part: MultipartPart, otherParts: readonly MultipartPart[] = others) =>
  submitMultipart(anyone, form(), [{ ...part, field: part.field ?? 'fileCV' }, ...otherParts])

const input = (name: string) =>
  readFileSync(join(projectRoot, 'packages/testing/fixtures/inputs', name))

/** The PNG with a chunk before the image data that marks it as animated. */
const movingPng = (png: Buffer) =>
  Buffer.concat([
    png.subarray(0, 33),
    Buffer.from('\0\0\0\x08acTL', 'latin1'),
    Buffer.alloc(12),
    png.subarray(33),
  ])

/** The JPEG with its scan header repeated. */
function manyScans(jpeg: Buffer): Buffer {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xda]))
  const header = jpeg.subarray(at, at + 2 + jpeg.readUInt16BE(at + 2))
  return Buffer.concat([
    jpeg.subarray(0, at),
    ...Array.from({ length: 70 }, () => header),
    jpeg.subarray(at),
  ])
}

const asPdf = (bytes: Buffer, name = 'a.pdf'): MultipartPart => ({
  name,
  type: 'application/pdf',
  bytes,
})

/** A document as users see it, after its image has been prepared. */
async function storedFilesOf(reference: string) {
  await prepareAllFiles(site.context)
  const [file] = await site.database.query<{
    key: string
    name: string
    media_type: string
    bytes: number
    has_active_content: boolean
  }>(
    `select f.* from file f join registrations r on r.id = f.record_id where r.reference_code = $1 and f.field = 'fileCVUrl'`,
    [reference],
  )
  if (!file) throw new Error('no document is stored')
  const chunks: Buffer[] = []
  for await (const chunk of await site.context.files.read(file.key)) chunks.push(chunk as Buffer)
  return { ...file, content: Buffer.concat(chunks) }
}

describe('a document of an application', () => {
  test.each<[string, () => MultipartPart | Promise<MultipartPart>, string]>([
    ['a small PDF', () => asPdf(smallPdf), 'application/pdf'],
    ['a PDF of exactly 2 MB', () => asPdf(buildPdf({ size: maxUploadBytes })), 'application/pdf'],
    [
      'a JPEG',
      async () => ({
        name: 'a.jpg',
        type: 'image/jpeg',
        bytes: await blankImage().jpeg().toBuffer(),
      }),
      'image/jpeg',
    ],
    [
      'a progressive JPEG',
      async () => ({
        name: 'a.jpg',
        type: 'image/jpeg',
        bytes: await blankImage().jpeg({ progressive: true }).toBuffer(),
      }),
      'image/jpeg',
    ],
    [
      'a PNG',
      async () => ({ name: 'a.png', bytes: await blankImage().png().toBuffer() }),
      'image/jpeg',
    ],
    [
      'a PNG with alpha',
      async () => ({ name: 'a.png', bytes: await blankImage().ensureAlpha(0.5).png().toBuffer() }),
      'image/jpeg',
    ],
    [
      'a PNG of exactly 2 MB',
      async () => ({ name: 'a.png', bytes: await pngOfSize(maxUploadBytes) }),
      'image/jpeg',
    ],
    [
      'a PDF with a name of 200 bytes',
      () => asPdf(smallPdf, `${'n'.repeat(196)}.pdf`),
      'application/pdf',
    ],
    [
      'a PDF that is also a ZIP file',
      () =>
        asPdf(
          Buffer.concat([
            smallPdf.subarray(0, -18),
            Buffer.from('PK\x03\x04'),
            smallPdf.subarray(-18),
          ]),
        ),
      'application/pdf',
    ],
  ])('can be %s', async (_, make, mediaType) => {
    const { status, data } = await apply(await make())
    expect(status).toBe(201)
    expect(await storedFilesOf(data.reference)).toMatchObject({ media_type: mediaType })
  })

  test.each<[string, () => MultipartPart | Promise<MultipartPart>, string, string]>([
    [
      'a JPEG that Windows has named .jfif',
      () => ({ name: 'photo.jfif', type: 'image/jpeg', bytes: input('photo.jfif') }),
      'photo.jpg',
      'image/jpeg',
    ],
    [
      'a JPEG of an unknown type',
      () => ({ name: 'photo', type: 'application/octet-stream', bytes: input('photo.jfif') }),
      'photo.jpg',
      'image/jpeg',
    ],
    [
      'a PDF of an unknown type',
      () => ({ name: 'scan.pdf', type: 'application/octet-stream', bytes: input('pdf-owner.pdf') }),
      'scan.pdf',
      'application/pdf',
    ],
    [
      'a PDF of an old type',
      () => ({ name: 'scan.PDF', type: 'application/x-pdf', bytes: smallPdf }),
      'scan.PDF',
      'application/pdf',
    ],
    [
      'a PDF without a type',
      () => ({ name: 'scan.tmp', type: '', bytes: smallPdf }),
      'scan.pdf',
      'application/pdf',
    ],
    [
      'a JPEG named as a PNG',
      async () => ({ name: 'card.png', bytes: await blankImage().jpeg().toBuffer() }),
      'card.jpg',
      'image/jpeg',
    ],
    [
      'a JPEG that a phone has named .heic',
      async () => ({
        name: 'IMG_1.HEIC',
        type: 'image/heic',
        bytes: await blankImage().jpeg().toBuffer(),
      }),
      'IMG_1.jpg',
      'image/jpeg',
    ],
    [
      'a PDF declared as PNG',
      () => ({ name: 'a.pdf', type: 'image/png', bytes: smallPdf }),
      'a.pdf',
      'application/pdf',
    ],
    [
      'a JPEG declared as text/html',
      async () => ({
        name: 'a.html',
        type: 'text/html',
        bytes: await blankImage().jpeg().toBuffer(),
      }),
      'a.jpg',
      'image/jpeg',
    ],
    [
      'a PDF named as a program',
      () => asPdf(smallPdf, 'a.pdf.exe'),
      'a.pdf.pdf',
      'application/pdf',
    ],
    [
      'a PDF with a dot in its name',
      () => asPdf(smallPdf, 'Diploma v1.2'),
      'Diploma v1.2.pdf',
      'application/pdf',
    ],
  ])(
    'gets its type and the extension of its name from its content: %s',
    async (_, make, name, mediaType) => {
      expect(await storedFilesOf((await apply(await make())).data.reference)).toMatchObject({
        name,
        media_type: mediaType,
      })
    },
  )

  test('keeps its bytes among simultaneous uploads', async () => {
    const sent = Array.from({ length: 9 }, (_, at) => {
      const bytes = buildPdf({ size: 200_000 + 30_000 * at })
      return { bytes, part: asPdf(bytes) }
    })
    const answers = await Promise.all(sent.map(({ part }) => apply(part)))
    for (const [at, { bytes }] of sent.entries())
      expect((await storedFilesOf(answers[at]?.data.reference ?? '')).content.equals(bytes)).toBe(
        true,
      )
    expect(listIncoming()).toEqual([])
  })

  test('is stored even when more arrive than the upload memory can hold', async () => {
    const writtenChunks: Buffer[] = []
    for (let buffer = takeBuffer(); buffer; buffer = takeBuffer()) writtenChunks.push(buffer)
    try {
      for (const bytes of [
        smallPdf,
        buildPdf({ size: 500_000 }),
        buildPdf({ size: maxUploadBytes }),
      ]) {
        const { data } = await apply(asPdf(bytes))
        expect((await storedFilesOf(data.reference)).content.equals(bytes)).toBe(true)
      }
      expect((await apply(asPdf(buildPdf({ size: maxUploadBytes + 1 })))).status).toBe(413)
    } finally {
      for (const buffer of writtenChunks) returnBuffer(buffer)
    }
    expect(listIncoming()).toEqual([])
  })

  test('releases its memory even if it is refused', async () => {
    for (let at = 0; at < 20; at += 1)
      expect((await apply(asPdf(Buffer.from('no document')))).status).toBe(415)
    const buffer = takeBuffer()
    expect(buffer).not.toBeNull()
    if (buffer) returnBuffer(buffer)
  })

  test('as a PDF is stored unchanged, and flagged if it contains active content', async () => {
    for (const [bytes, isActive] of [
      [smallPdf, false],
      [input('pdf-randjs.pdf'), false],
      [input('pdf-owner.pdf'), false],
      [input('pdf-bom.pdf'), false],
      [input('pdf-nl.pdf'), false],
      [buildPdf({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' }), true],
      [buildPdf({ objects: ['<< /S /L#61unch /F (calc.exe) >>'] }), true],
    ] as const) {
      const stored = await storedFilesOf((await apply(asPdf(bytes))).data.reference)
      expect([stored.has_active_content, stored.content.equals(bytes)]).toEqual([isActive, true])
    }
  })

  test('as an image loses its location, its comments and appended data', async () => {
    const bytes = await blankImage()
      .withExif({
        IFD0: { Copyright: 'CANARY <script>alert(1)</script>' },
        IFD3: { GPSLatitude: '44/1 25/1 0/1' },
      })
      .jpeg()
      .toBuffer()
    const part = {
      name: 'a.jpg',
      type: 'image/jpeg',
      bytes: Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')]),
    }
    const { content } = await storedFilesOf((await apply(part)).data.reference)
    expect((await sharp(content).metadata()).exif).toBeUndefined()
    expect(content.includes('CANARY') || content.includes('<script')).toBe(false)
  })

  test.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['..\\\\..\\\\x.pdf', 'x.pdf'],
    ['C:\\\\x.pdf', 'x.pdf'],
    ['.hidden.pdf', 'hidden.pdf'],
    ['Diplomă de bacalaureat.pdf', 'Diplomă de bacalaureat.pdf'],
    ['شهادة.pdf', 'شهادة.pdf'],
    ['\u202Efdp.pdf', 'fdp.pdf'],
    ["a'; drop table file; --.pdf", "a'; drop table file; --.pdf"],
  ])('named %s is shown as %s', async (name, shown) => {
    expect((await storedFilesOf((await apply(asPdf(smallPdf, name))).data.reference)).name).toBe(
      shown,
    )
  })
})

/** Uploads that are rejected, with status and code. None of them may leave anything behind. */
const refusals: readonly (readonly [
  string,
  number,
  string,
  () => MultipartPart | Promise<MultipartPart>,
])[] = [
  [
    'one byte more than 2 MB',
    413,
    'upload.tooLarge',
    () => asPdf(buildPdf({ size: maxUploadBytes + 1 })),
  ],
  [
    'a PNG that is one byte too large',
    413,
    'upload.tooLarge',
    async () => ({ name: 'a.png', bytes: await pngOfSize(maxUploadBytes + 1) }),
  ],
  ['nothing', 400, 'upload.empty', () => asPdf(Buffer.alloc(0))],
  ...(
    [
      [
        'WebP',
        async () => ({
          name: 'a.webp',
          type: 'image/webp',
          bytes: await blankImage().webp().toBuffer(),
        }),
      ],
      [
        'SVG with a script',
        () => ({
          name: 'a.svg',
          type: 'image/svg+xml',
          bytes: Buffer.from('<svg><script>alert(1)</script></svg>'),
        }),
      ],
      [
        'SVG named .png',
        () => ({ name: 'a.png', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }),
      ],
      ['HTML named .pdf', () => asPdf(Buffer.from('<!doctype html><script>alert(1)</script>'))],
      [
        'HTML with %PDF- at byte 600',
        () => asPdf(Buffer.from(`${'<p>'.repeat(200)}%PDF-1.4\nstartxref\n%%EOF`)),
      ],
      [
        'GIF with a script',
        () => ({
          name: 'a.gif',
          type: 'image/gif',
          bytes: Buffer.from('GIF89a/*\x00*/=1;alert(1)', 'latin1'),
        }),
      ],
      ['ZIP', () => ({ name: 'a.zip', type: 'application/zip', bytes: Buffer.from('PK\x03\x04') })],
      [
        'DOCX',
        () => ({
          name: 'a.docx',
          type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
          bytes: Buffer.from('PK\x03\x04'),
        }),
      ],
      ['XLSX named .pdf', () => asPdf(Buffer.from('PK\x03\x04[Content_Types].xml'))],
      [
        'EICAR',
        () =>
          asPdf(
            Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'),
          ),
      ],
      ['ELF', () => asPdf(Buffer.from('\x7fELF'))],
      ['a Windows program', () => asPdf(Buffer.from('MZ\x90\x00'))],
      [
        'XML with a DTD',
        () => asPdf(Buffer.from('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><x/>')),
      ],
      [
        'TIFF',
        async () => ({
          name: 'a.tiff',
          type: 'image/tiff',
          bytes: await blankImage().tiff().toBuffer(),
        }),
      ],
      ['BMP', () => ({ name: 'a.bmp', type: 'image/bmp', bytes: Buffer.from('BM\x00\x00') })],
      [
        'HEIC',
        () => ({
          name: 'a.heic',
          type: 'image/heic',
          bytes: Buffer.from('\x00\x00\x00\x18ftypheic', 'latin1'),
        }),
      ],
      ['ICO', () => ({ bytes: Buffer.from('\x00\x00\x01\x00') })],
    ] as const
  ).map(([name, make]) => [name, 415, 'upload.unsupported', make] as const),
  ...(
    [
      [
        'a PNG header before HTML',
        () => ({
          bytes: Buffer.concat([
            Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
            Buffer.from('<script>'),
          ]),
        }),
      ],
      [
        'a JPEG that is cut off',
        async () => ({
          name: 'a.jpg',
          type: 'image/jpeg',
          bytes: (await blankImage(300, 300).jpeg().toBuffer()).subarray(0, 700),
        }),
      ],
      [
        'a PNG that is cut off',
        async () => ({
          bytes: (
            await sharp(randomBytes(270_000), { raw: { width: 300, height: 300, channels: 3 } })
              .png()
              .toBuffer()
          ).subarray(0, 9000),
        }),
      ],
      [
        'a JPEG without its end',
        () => ({ name: 'a.jpg', type: 'image/jpeg', bytes: input('photo-no-end.jpg') }),
      ],
      ['a PDF without its end', () => asPdf(Buffer.from('%PDF-1.4\n1 0 obj'))],
      ['a PDF without any object', () => asPdf(Buffer.from('%PDF-1.4\nstartxref\n0\n%%EOF'))],
    ] as const
  ).map(([name, make]) => [name, 415, 'upload.damaged', make] as const),
  ...(
    [
      ['a PNG of 30,000 by 30,000', () => ({ bytes: pngDeclaringSize(30_000, 30_000) })],
      ['a PNG of 16,000 by 16,000', () => ({ bytes: pngDeclaringSize(16_000, 16_000) })],
      ['a PNG of 1 by 100,000', () => ({ bytes: pngDeclaringSize(1, 100_000) })],
      [
        'a JPEG of 50 megapixels',
        () => ({ name: 'a.jpg', type: 'image/jpeg', bytes: input('photo-50mp.jpg') }),
      ],
    ] as const
  ).map(([name, make]) => [name, 415, 'upload.tooManyPixels', make] as const),
  ['a PDF that needs a password', 415, 'upload.locked', () => asPdf(input('pdf-user.pdf'))],
  ['a PDF without pages', 415, 'upload.pageless', () => asPdf(input('pdf-zero.pdf'))],
  [
    'an animated PNG',
    415,
    'upload.animated',
    async () => ({ bytes: movingPng(await blankImage().png().toBuffer()) }),
  ],
  [
    'a JPEG of 70 scans',
    415,
    'upload.tooComplex',
    async () => ({
      name: 'a.jpg',
      type: 'image/jpeg',
      bytes: manyScans(await blankImage().jpeg().toBuffer()),
    }),
  ],
]

describe('a refused document is stored nowhere', () => {
  test.each(refusals)('%s: %i %s', async (_, status, code, make) => {
    const before = [await count('file'), await count('registrations')]
    const part = await make()
    const answer = await apply(part)
    expect([answer.status, answer.failure.code]).toEqual([status, code])
    expect(answer.failure.fields).toEqual({ fileCV: [{ code: code.replace('upload', 'file') }] })
    const earlyUpload = await uploadStagedDocument(anyone, part)
    expect([earlyUpload.status, earlyUpload.failure.code]).toEqual([status, code])
    expect([await count('file'), await count('registrations')]).toEqual(before)
    expect(listIncoming()).toEqual([])
  })

  test('causes the other valid documents of its application to be refused too', async () => {
    const before = await count('file')
    const answer = await apply({ ...asPdf(Buffer.from('MZ')), field: 'fileIdCard' }, [
      pdfUpload('fileCV'),
      pdfUpload('fileDiploma'),
    ])
    expect([answer.status, answer.failure.fields]).toEqual([
      415,
      { fileIdCard: [{ code: 'file.unsupported' }] },
    ])
    expect([await count('file'), listIncoming()]).toEqual([before, []])
  })

  test('is explained in each language, without texts in another language', async () => {
    const parts = new Map(
      await Promise.all(refusals.map(async ([, , code, make]) => [code, await make()] as const)),
    )
    for (const language of ['en', 'ro', 'fr', 'de']) {
      const messages = new Map<string, string>()
      for (const [code, part] of parts) {
        const answer = await sendMultipart<unknown>(
          anyone,
          admissionEndpoints.sendFile.path,
          buildMultipart({ ...part, field: 'file' }),
          {
            'accept-language': language,
          },
        )
        expect([language, answer.failure.code]).toEqual([language, code])
        messages.set(code, answer.failure.message)
      }
      const issues = [...parts.keys()].map((code) =>
        site.context.texts.text(
          language as 'en',
          `errors:issues.${code.replace('upload', 'file')}`,
        ),
      )
      expect(messages.size).toBeGreaterThan(7)
      expect(new Set([...messages.values(), ...issues]).size).toBe(messages.size * 2)
    }
  })

  test('returns "Invalid file size." and "Maximum file size is 2 MB." (R-T03)', async () => {
    expect((await apply(asPdf(Buffer.alloc(0)))).failure.message).toBe('Invalid file size.')
    expect((await apply(asPdf(buildPdf({ size: maxUploadBytes + 1 })))).failure.message).toBe(
      'Maximum file size is 2 MB.',
    )
  })
})

describe('a request with an invalid form is refused', () => {
  const send = (...parts: Parameters<typeof buildMultipart>) =>
    sendMultipart(anyone, '/api/registrations/create', buildMultipart(...parts))
  const texts = () => Object.entries(form()).map(([name, value]) => [name, String(value)] as const)

  test.each<[string, number, () => Promise<{ status: number }>]>([
    [
      'with more files than an application can have',
      413,
      () => send(...texts(), ...documentNames.map((name) => pdfUpload(name)), pdfUpload('fileCV')),
    ],
    [
      'with the same file twice',
      400,
      () => send(...texts(), pdfUpload('fileCV'), pdfUpload('fileCV')),
    ],
    ['with an unknown file', 400, () => send(...texts(), pdfUpload('fileOther'))],
    [
      'with a part called __proto__',
      400,
      () => send(...texts(), ['__proto__', 'x'], pdfUpload('fileCV'), ...others),
    ],
    [
      'with a file called __proto__',
      400,
      () => send(...texts(), pdfUpload('__proto__'), ...others),
    ],
    [
      'with the same field twice',
      400,
      () => send(...texts(), ['city', 'Dej'], pdfUpload('fileCV'), ...others),
    ],
    [
      'with a field of 9 KB',
      413,
      () => send(...texts(), ['suggestion', 'x'.repeat(9 * 1024)], pdfUpload('fileCV'), ...others),
    ],
    [
      'with ten thousand empty parts',
      413,
      () => send(...Array.from({ length: 10_000 }, (_, i) => [`f${i}`, ''] as const)),
    ],
    ['without documents', 400, () => send(...texts())],
    [
      'without any content',
      400,
      () =>
        sendMultipart(
          anyone,
          '/api/registrations/create',
          Buffer.from(`--${multipartBoundary}--\r\n`),
        ),
    ],
    [
      'cut off in the middle',
      400,
      () =>
        sendMultipart(
          anyone,
          '/api/registrations/create',
          buildMultipart(...texts(), pdfUpload('fileCV')).subarray(0, -90),
        ),
    ],
    [
      'with a boundary of 71 characters',
      415,
      () =>
        sendMultipart(anyone, '/api/registrations/create', buildMultipart(...texts()), {
          'content-type': `multipart/form-data; boundary=${'b'.repeat(71)}`,
        }),
    ],
    [
      'as plain text',
      415,
      () =>
        sendMultipart(anyone, '/api/registrations/create', Buffer.from('x'), {
          'content-type': 'text/plain',
        }),
    ],
  ])('%s: %i', async (_, status, call) => {
    const before = [await count('file'), await count('registrations')]
    expect((await call()).status).toBe(status)
    expect([await count('file'), await count('registrations'), listIncoming()]).toEqual([
      ...before,
      [],
    ])
  })
})

describe('over the network', () => {
  let port = 0
  beforeAll(async () => {
    await site.app.listen({ port: 0, host: '127.0.0.1' })
    port = (site.app.server.address() as AddressInfo).port
  })
  const headers = { 'content-type': `multipart/form-data; boundary=${multipartBoundary}` }
  const open = (overrides: object = {}) =>
    request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/registrations/create',
      headers: { ...headers, ...overrides },
    })

  test('50 MB in chunks of unknown length are refused, and no more than the limit of a file is ever stored', async () => {
    const call = open()
    const status = new Promise<number>((resolve, reject) => {
      call.on('response', (answer) => resolve(answer.statusCode ?? 0))
      call.on('error', reject)
    })
    const texts = Object.entries(form()).map(([name, value]) => [name, String(value)] as const)
    const end = Buffer.from(`\r\n--${multipartBoundary}--\r\n`)
    call.write(
      buildMultipart(...texts, ...others, pdfUpload('fileCV', Buffer.from('%PDF-1.7\n'))).subarray(
        0,
        -end.length,
      ),
    )
    const chunk = Buffer.alloc(1024 * 1024, 65)
    const peaks: number[] = []
    for (let i = 0; i < 50; i += 1) {
      await new Promise((resolve) => call.write(chunk, resolve))
      peaks.push(
        Math.max(
          0,
          ...listIncoming().map(
            (name) => statSync(join(incomingFolder(site.context.config.dataDir), name)).size,
          ),
        ),
      )
    }
    call.end(end)
    expect(await status).toBe(413)
    expect(Math.max(...peaks)).toBe(maxUploadBytes)
    expect(listIncoming()).toEqual([])
  })

  test('a sender who disconnects halfway leaves nothing behind', async () => {
    const before = [await count('file'), await count('registrations')]
    const body = buildMultipart(
      ['city', 'Turda'],
      pdfUpload('fileCV', buildPdf({ size: 1024 * 1024 })),
    )
    const call = open({ 'content-length': body.length })
    call.on('error', () => {})
    await new Promise((resolve) => call.write(body.subarray(0, body.length / 2), resolve))
    await expect.poll(() => listIncoming().length).toBe(1)
    call.destroy()
    await expect.poll(listIncoming).toEqual([])
    expect([await count('file'), await count('registrations')]).toEqual(before)
  })
})
