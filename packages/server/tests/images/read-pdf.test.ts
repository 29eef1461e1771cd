import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { buildPdf, pdfStream } from '@matricola/testing/build-pdf.ts'
import { buildProcess, projectRoot } from '@matricola/testing/databases.ts'
import PDFDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { createDecoders } from '../../images/encoder.ts'
import { readPdf } from '../../images/read-pdf.ts'

const input = (name: string) =>
  readFileSync(join(projectRoot, 'packages/testing/fixtures/inputs', name))
const sound = { hasActiveContent: false }
const active = { hasActiveContent: true }

/** Objects in a compressed object stream. */
const pdfWithObjectStreams = (
  bodies: readonly string[],
  options: { readonly bytes?: Buffer } = {},
) => {
  let at = 0
  const head = bodies.map((body, index) => {
    const entry = `${index + 10} ${at}`
    at += body.length + 1
    return entry
  })
  const first = `${head.join(' ')} `
  const bytes = options.bytes ?? deflateSync(`${first}${bodies.join('\n')}\n`)
  return pdfStream(
    bytes,
    `/Type /ObjStm /N ${bodies.length} /First ${first.length} /Filter /FlateDecode`,
  )
}

/** A PDF with a cross-reference stream that locates object 10 in object stream 4. */
function pdfWithObjectStream(body: string, entries = '/Foo 10 0 R'): Buffer {
  const objects = [
    `<</Type/Catalog/Pages 2 0 R ${entries}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
    pdfWithObjectStreams([body]),
  ]
  const chunks: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  for (const [index, object] of objects.entries()) {
    offsets.push(Buffer.concat(chunks).length)
    chunks.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'))
  }
  const start = Buffer.concat(chunks).length
  const entry = (type: number, second: number, third: number) =>
    Buffer.from([type, second >> 8, second & 255, third])
  const table = Buffer.concat([
    entry(0, 0, 0),
    ...offsets.map((offset) => entry(1, offset, 0)),
    ...Array.from({ length: 5 }, () => entry(0, 0, 0)),
    entry(2, 4, 0),
    entry(1, start, 0),
  ])
  const xref = pdfStream(
    deflateSync(table),
    '/Type /XRef /W [1 2 1] /Size 12 /Root 1 0 R /Filter /FlateDecode',
  )
  chunks.push(
    Buffer.from('11 0 obj\n'),
    xref,
    Buffer.from(`\nendobj\nstartxref\n${start}\n%%EOF\n`),
  )
  return Buffer.concat(chunks)
}

interface Security {
  readonly userPassword?: string
  readonly ownerPassword?: string
  readonly pdfVersion: '1.3' | '1.4' | '1.5' | '1.6' | '1.7' | '1.7ext3'
}

function createEncryptedPdf(options: Security): Promise<Buffer> {
  return new Promise((resolve) => {
    const document = new PDFDocument(options)
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.text('A diploma').end()
  })
}

describe('a PDF is accepted if readers open it without a password', () => {
  const intact = buildPdf()
  const startxref = intact.lastIndexOf('startxref')
  test.each<[string, Buffer]>([
    ['a byte order mark before its header', input('pdf-bom.pdf')],
    ['an empty line before its header', input('pdf-nl.pdf')],
    ['1,000 bytes before its header', Buffer.concat([Buffer.alloc(1000, 32), intact])],
    ['an owner password but no user password', input('pdf-owner.pdf')],
    ['bytes after its end', Buffer.concat([intact, Buffer.alloc(5000)])],
    [
      'no end-of-file marker',
      Buffer.from(intact.toString('latin1').replace('%%EOF', ''), 'latin1'),
    ],
    [
      'a wrong offset of the cross-reference table',
      Buffer.concat([intact.subarray(0, startxref), Buffer.from('startxref\n7\n%%EOF\n')]),
    ],
    [
      'an unusual version',
      Buffer.from(intact.toString('latin1').replace('%PDF-1.7', '%PDF-1.9'), 'latin1'),
    ],
    ['objects in an object stream', pdfWithObjectStream('<</Type/Metadata>>')],
  ])('it has %s', async (_, bytes) => {
    expect(await readPdf(bytes)).toEqual(sound)
  })

  test.each(['1.3', '1.4', '1.6', '1.7', '1.7ext3'] as const)(
    'each encryption of PDF %s requires a password only if it has a user password',
    async (pdfVersion) => {
      expect(
        await readPdf(await createEncryptedPdf({ pdfVersion, ownerPassword: 'owner' })),
      ).toEqual(sound)
      expect(
        await readPdf(
          await createEncryptedPdf({ pdfVersion, ownerPassword: 'owner', userPassword: 'user' }),
        ),
      ).toEqual({
        error: 'locked',
      })
    },
  )
})

describe('an unreadable PDF is rejected with a specific reason', () => {
  const intact = buildPdf({ objects: [pdfStream(randomBytes(3000))] })
  test.each<[string, Buffer, string]>([
    ['needs a password', input('pdf-user.pdf'), 'locked'],
    ['has no page', input('pdf-zero.pdf'), 'pageless'],
    ['has a valid cross-reference table but no page', buildPdf({ pages: 0 }), 'pageless'],
    ['is only a header', Buffer.from('%PDF-1.4\nstartxref\n0\n%%EOF'), 'damaged'],
    [
      'has no catalog',
      Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n'),
      'damaged',
    ],
    ['is cut off in the middle', intact.subarray(0, intact.length / 2), 'damaged'],
    [
      'is cut off before its cross-reference table',
      intact.subarray(0, intact.lastIndexOf('\nxref\n')),
      'damaged',
    ],
    [
      'is random bytes after its header',
      Buffer.concat([
        Buffer.from('%PDF-1.7\n'),
        randomBytes(4000),
        Buffer.from('\nstartxref\n9\n%%EOF\n'),
      ]),
      'damaged',
    ],
  ])('it %s', async (_, bytes, fault) => {
    expect(await readPdf(bytes)).toEqual({ error: fault })
  })
})

describe('active content is detected from the structure of the objects', () => {
  test.each<[string, Buffer]>([
    [
      'a script that runs on opening',
      buildPdf({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' }),
    ],
    [
      'a script that runs on opening in another object',
      buildPdf({
        catalog: '/OpenAction 4 0 R',
        objects: ['<< /S /JavaScript /JS (app.alert(1)) >>'],
      }),
    ],
    [
      'a script with an escaped name',
      buildPdf({ catalog: '/OpenAction 4 0 R', objects: ['<< /S /J#61vaScr#69pt /#4aS (1) >>'] }),
    ],
    [
      'a script that belongs to the document',
      buildPdf({
        catalog: '/Names << /JavaScript << /Names [(a) 4 0 R] >> >>',
        objects: ['<< /S /JavaScript /JS (1) >>'],
      }),
    ],
    ['a script in an object stream', pdfWithObjectStream('<</S/JavaScript/JS(app.alert(1))>>')],
    [
      'a script with an escaped name in an object stream',
      pdfWithObjectStream('<</S/Java#53cript>>', '/OpenAction 10 0 R'),
    ],
    ['a script inside lists', buildPdf({ objects: ['[[<< /A [<< /S /JavaScript >>] >>]]'] })],
    ['a program that an action starts', buildPdf({ objects: ['<< /S /Launch /F (cmd.exe) >>'] })],
    [
      'a program that starts on opening',
      buildPdf({ catalog: '/OpenAction << /S /Launch /F (cmd.exe) >>' }),
    ],
    [
      'a URL that is requested on opening',
      buildPdf({ catalog: '/OpenAction << /S /URI /URI (https://example.com) >>' }),
    ],
    [
      'an embedded file',
      buildPdf({ objects: [pdfStream(Buffer.from('x'), '/Type /EmbeddedFile')] }),
    ],
    ['a media player', buildPdf({ objects: ['<< /Subtype /RichMedia >>'] })],
    [
      'a form that submits itself',
      buildPdf({ objects: ['<< /S /SubmitForm /F (https://example.com) >>'] }),
    ],
    [
      'scripts of an XFA form',
      buildPdf({
        catalog: '/AcroForm << /XFA 4 0 R >>',
        objects: [pdfStream(Buffer.from('<xdp/>'))],
      }),
    ],
  ])('%s is detected', async (_, bytes) => {
    expect(await readPdf(bytes)).toEqual(active)
  })

  test.each<[string, Buffer]>([
    ['random bytes in a picture', input('pdf-randjs.pdf')],
    [
      'the names in a stream',
      buildPdf({
        objects: [
          pdfStream(
            Buffer.from('/JS /JavaScript << /S /Launch >> /EmbeddedFile /OpenAction << >>'),
            '/Filter /DCTDecode',
          ),
        ],
      }),
    ],
    [
      'objects written in a stream',
      buildPdf({
        objects: [pdfStream(Buffer.from('\n9 0 obj\n<< /S /JavaScript /JS (1) >>\nendobj\n'))],
      }),
    ],
    [
      'the names in a string',
      buildPdf({ objects: ['<< /Title (About /JavaScript and /Launch) >>'] }),
    ],
    [
      'longer names that begin in the same way',
      buildPdf({ objects: ['<< /JSON 1 /LaunchPad 2 /Encryption 3 >>'] }),
    ],
    ['an initial page', buildPdf({ catalog: '/OpenAction [3 0 R /Fit]' })],
    [
      'an action that goes to a page',
      buildPdf({ catalog: '/OpenAction 4 0 R', objects: ['<< /S /GoTo /D [3 0 R /Fit] >>'] }),
    ],
  ])('%s is not active content', async (_, bytes) => {
    expect(await readPdf(bytes)).toEqual(sound)
  })

  test('scans of random bytes are never mistaken for active content', async () => {
    for (let scan = 0; scan < 40; scan += 1)
      expect(
        await readPdf(
          buildPdf({ objects: [pdfStream(randomBytes(200_000), '/Filter /DCTDecode')] }),
        ),
      ).toEqual(sound)
  })
})

describe('a malicious PDF takes a limited amount of work', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const zeros = deflateSync(Buffer.alloc(300 * 1024 * 1024))
  test.each<[string, () => Buffer]>([
    [
      'pages that contain themselves',
      () => buildPdf({ catalog: '/X 2 0 R', objects: ['<</Type/Pages/Kids[4 0 R]/Count 9>>'] }),
    ],
    [
      'a cross-reference table that names itself as its predecessor',
      () =>
        Buffer.from(
          buildPdf().toString('latin1').replace('/Root 1 0 R', '/Root 1 0 R /Prev 0000'),
          'latin1',
        ),
    ],
    ['lists 200,000 deep', () => buildPdf({ objects: [nested(200_000)] })],
    ['a list of a million numbers', () => buildPdf({ objects: [`[${'1 '.repeat(900_000)}]`] })],
    ['an object that refers to itself', () => buildPdf({ objects: ['4 0 R'] })],
    [
      'an object stream that unfolds to 300 MB',
      () =>
        buildPdf({
          objects: [pdfWithObjectStreams(['<<>>'], { bytes: zeros })],
          catalog: '/X 10 0 R',
        }),
    ],
  ])('%s', async (_, make) => {
    const { readPdf: readInProcess } = createDecoders(
      buildProcess('packages/server/images/encode-process.ts'),
    )
    const ended = await readInProcess(make()).catch((error: Error) => error.message)
    expect([true, false, 'upload.damaged', 'upload.tooComplex']).toContain(
      typeof ended === 'string' ? ended : ended.hasActiveContent,
    )
    // The reader still works afterwards.
    expect(await readInProcess(buildPdf())).toEqual(sound)
  })
})
