/**
 * Workbooks with changed bytes. A reader that does not verify checksums would silently return wrong
 * values.
 */

import { rowXml, workbookFiles } from '@matricola/testing/build-workbook.ts'
import { strToU8, Zip, ZipDeflate, ZipPassThrough, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readFileRows } from '../../exchange/files/read-rows.ts'
import { FileReadError } from '../../ports/file-reader.ts'

const parts = workbookFiles({
  shared: ['Ștefan', 'Ana'],
  formats: [[14]],
  sheets: {
    Students: `${rowXml(1, ['Name', 'Grade', 'Born'])}<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2"><v>7.25</v></c><c r="C2" s="1"><v>38000</v></c></row><row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3"><v>9</v></c><c r="C3" s="1"><v>38001</v></c></row>`,
  },
})
const expected = {
  rows: [{ cells: '["Ștefan",7.25,"2004-01-14"]' }, { cells: '["Ana",9,"2004-01-15"]' }],
}

/**
 * The same archive as written by a program that does not know the sizes in advance. The sizes and
 * the checksum follow each part.
 */
function streamed(isDeflated: boolean): Buffer {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  for (const [name, content] of Object.entries(parts)) {
    const part = isDeflated ? new ZipDeflate(name) : new ZipPassThrough(name)
    zip.add(part)
    part.push(content, true)
  }
  zip.end()
  return Buffer.concat(pieces)
}

/** The same archive with a ZIP64 directory, as written for very many or very large parts. */
function large(): Buffer {
  const bytes = Buffer.from(zipSync(parts))
  const end = bytes.length - 22
  const [count, size, start] = [
    bytes.readUInt16LE(end + 10),
    bytes.readUInt32LE(end + 12),
    bytes.readUInt32LE(end + 16),
  ]
  const end64 = Buffer.alloc(56)
  end64.write('PK\x06\x06', 'latin1')
  end64.writeBigUInt64LE(44n, 4)
  for (const [at, value] of [
    [24, count],
    [32, count],
    [40, size],
    [48, start],
  ] as const)
    end64.writeBigUInt64LE(BigInt(value), at)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 'latin1')
  locator.writeBigUInt64LE(BigInt(end), 8)
  locator.writeUInt32LE(1, 16)
  const last = Buffer.from(bytes.subarray(end))
  last.fill(0xff, 8, 20)
  return Buffer.concat([bytes.subarray(0, end), end64, locator, last])
}

const archives: readonly (readonly [string, Buffer])[] = [
  ['with deflated parts', Buffer.from(zipSync(parts))],
  ['with stored parts', Buffer.from(zipSync(parts, { level: 0 }))],
  ['with a checksum after each deflated part', streamed(true)],
  ['with a checksum after each stored part', streamed(false)],
  ['with a ZIP64 directory', large()],
]

/** The result of reading the file, or the reason why it cannot be read. */
function outcomeOf(bytes: Uint8Array): unknown {
  try {
    return readFileRows(bytes, {})
  } catch (error) {
    if (error instanceof FileReadError) return error.reason.code
    throw error
  }
}
const withByte = (bytes: Buffer, at: number) => {
  const changed = Buffer.from(bytes)
  changed[at] = (changed[at] ?? 0) ^ 0x01
  return changed
}

describe.each(archives)('a workbook %s', (_, bytes) => {
  test('is read', () => {
    expect(readFileRows(bytes, {})).toMatchObject(expected)
  })

  test.each(Object.keys(parts))(
    'is rejected as damaged if a byte in the middle of %s has changed',
    (name) => {
      const next = bytes.indexOf('PK', bytes.indexOf(strToU8(name)) + name.length)
      const start = bytes.indexOf(strToU8(name)) + name.length
      expect(outcomeOf(withByte(bytes, Math.floor((start + next) / 2)))).toBe('table.damaged')
    },
  )

  test('is never read with wrong values, whichever byte has changed', () => {
    const intact = outcomeOf(bytes)
    // Changing every third byte reaches each header field and each part of the content.
    const places = Array.from({ length: Math.ceil(bytes.length / 3) }, (_, i) => 3 * i)
    const others = places
      .map((at) => [at, outcomeOf(withByte(bytes, at))] as const)
      .filter(
        ([, outcome]) =>
          typeof outcome !== 'string' && JSON.stringify(outcome) !== JSON.stringify(intact),
      )
    expect(others).toEqual([])
  })

  test('is rejected if its end is missing', () => {
    for (const length of [bytes.length - 22, bytes.length - 100, bytes.length / 2])
      expect(outcomeOf(bytes.subarray(0, length)), `${length} of ${bytes.length} bytes`).toBe(
        'table.damaged',
      )
  })
})
