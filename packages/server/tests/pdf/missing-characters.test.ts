import { readFile } from 'node:fs/promises'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { replaceMissingCharacters } from '../../pdf/font-characters.ts'

test.each([
  'Ștefania Țăran',
  'Kovács Győző',
  'Łukasz Żółć',
  'Nguyễn Thị Hằng',
  'Αλέξανδρος Παπαδόπουλος',
  'Юлія Ґалаґан',
  'Đorđević',
  'Əliyev',
])('a document prints %s in its original script', (name) =>
  expect(replaceMissingCharacters(name)).toBe(name),
)

test('letters without a glyph are printed without diacritics, or marked as missing', () => {
  expect(replaceMissingCharacters('Ọláyíwọlá')).toBe('Ọláyíwọlá')
  expect(replaceMissingCharacters('Ḥasan')).toBe('Hasan')
  expect(replaceMissingCharacters('李')).toBe('?')
})

test.each(['regular', 'semibold'])(
  'the %s font has every letter that is printed unchanged',
  async (fontName) => {
    const doc = new PDFDocument()
    doc.registerFont(
      fontName,
      await readFile(`packages/server/pdf/fonts/matricola-sans-${fontName}.ttf`),
    )
    doc.font(fontName)
    // pdfkit's current font, which its type declarations omit.
    const { font } = (
      doc as unknown as {
        readonly _font: { readonly font: { hasGlyphForCodePoint(code: number): boolean } }
      }
    )._font
    const signs = Array.from({ length: 0x2300 }, (_, code) => code).filter(
      (code) =>
        code > 31 &&
        replaceMissingCharacters(String.fromCharCode(code)) === String.fromCharCode(code),
    )
    expect(signs.length).toBeGreaterThan(700)
    expect(signs.filter((code) => !font.hasGlyphForCodePoint(code))).toEqual([])
  },
)
