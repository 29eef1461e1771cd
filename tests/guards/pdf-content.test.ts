import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { hasActiveContent } from '#server/engine/images/pdf-content.ts'

const pdf = (body: string | Buffer) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from(body), Buffer.from('\nstartxref\n0\n%%EOF')])
const packed = (objects: string | Buffer) =>
  pdf(
    Buffer.concat([
      Buffer.from('1 0 obj\n<< /Type /ObjStm /Filter /FlateDecode >>\nstream\n'),
      Buffer.from(objects),
      Buffer.from('\nendstream'),
    ]),
  )

test.each([
  ['a script at opening', '<< /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>'],
  ['a script under another spelling', '<< /S /J#61vaScript >>'],
  ['a program to start', '<< /S /Launch /F (cmd.exe) >>'],
  ['a file inside', '<< /Type /EmbeddedFile >>'],
  ['a media player', '<< /Subtype /RichMedia >>'],
  ['encryption', 'trailer << /Encrypt 5 0 R >>'],
  ['an action at opening that stands elsewhere', '<< /OpenAction 7 0 R >>'],
])('a PDF with %s is flagged (S-10.8)', (_, body) => expect(hasActiveContent(pdf(body))).toBe(true))

test.each([
  ['plain text', '<< /Type /Page /Contents 4 0 R >>'],
  ['a page to open at', '<< /OpenAction [3 0 R /Fit] >>'],
  ['names that only begin alike', '<< /JSON /LaunchPad /Encryption >>'],
])('a PDF with %s is not flagged', (_, body) => expect(hasActiveContent(pdf(body))).toBe(false))

test('objects that are packed away are looked through, and what cannot be unpacked counts as active', () => {
  expect(hasActiveContent(packed(deflateSync('<< /S /JavaScript >>')))).toBe(true)
  expect(hasActiveContent(packed(deflateSync('<< /Type /Font >>')))).toBe(false)
  expect(hasActiveContent(packed('not packed at all'))).toBe(true)
  expect(hasActiveContent(packed(deflateSync(Buffer.alloc(8 * 1024 * 1024))))).toBe(true)
})
