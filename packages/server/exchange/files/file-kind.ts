/** Recognises files that are not tables by their content, because file names are often wrong. */

/** Only the beginning of a file is examined, up to this size. */
const headBytes = 65_536

const signatures: readonly [start: readonly number[] | string, kind: string][] = [
  ['%PDF-', 'table.pdf'],
  ['%!PS', 'table.pdf'],
  [[0x89, 0x50, 0x4e, 0x47], 'table.picture'],
  [[0xff, 0xd8, 0xff], 'table.picture'],
  ['GIF8', 'table.picture'],
  [[0x49, 0x49, 0x2a, 0x00], 'table.picture'],
  [[0x4d, 0x4d, 0x00, 0x2a], 'table.picture'],
  ['Rar!', 'table.archive'],
  [[0x1f, 0x8b], 'table.archive'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'table.archive'],
  ['SQLite format 3\0', 'table.database'],
  ['\0\x01\0\0Standard ', 'table.database'],
  ['PAR1', 'table.database'],
  // Workbooks of Excel 2 to 4 are not in an OLE container.
  [[0x09, 0x00, 0x04, 0x00], 'table.oldWorkbook'],
  [[0x09, 0x02, 0x06, 0x00], 'table.oldWorkbook'],
  [[0x09, 0x04, 0x06, 0x00], 'table.oldWorkbook'],
]

/** Returns the reason why a binary file is not a table; undefined if the file may be text. */
export function findBinaryIssue(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headBytes))
  const startsWith = (start: readonly number[] | string) => {
    const expected = Buffer.from(typeof start === 'string' ? Buffer.from(start, 'latin1') : start)
    return head.subarray(0, expected.length).equals(expected)
  }
  if (startsWith([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) return containerKind(bytes)
  const known = signatures.find(([start]) => startsWith(start))
  if (known) return known[1]
  if (startsWith('RIFF') && head.subarray(8, 12).toString('latin1') === 'WEBP')
    return 'table.picture'
  if (/^ftyp(?:hei|mif|avif)/.test(head.subarray(4, 12).toString('latin1'))) return 'table.picture'
  // PDF readers accept other bytes before the header, within the first 1,024.
  return head.subarray(0, 1024).includes('%PDF-') ? 'table.pdf' : undefined
}

/** Classifies an OLE container by the names of its streams, which are stored in UTF-16. */
function containerKind(bytes: Uint8Array): string {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const containsName = (name: string) => content.includes(Buffer.from(name, 'utf16le'))
  if (containsName('EncryptedPackage')) return 'table.protected'
  if (containsName('Workbook') || containsName('Book')) return 'table.oldWorkbook'
  if (containsName('__substg1.0')) return 'table.email'
  return containsName('WordDocument') || containsName('PowerPoint Document')
    ? 'table.otherDocument'
    : 'table.oldWorkbook'
}

/** The first pattern that matches decides. */
const textKinds: readonly [pattern: RegExp, kind: string][] = [
  [/^\{\\rtf/, 'table.richText'],
  [/^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)*<!doctype html/i, 'table.webPage'],
  [
    /^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)*<(?:html|head|body|meta|title|style|script|div|table|center|font|link)[\s>]/i,
    'table.webPage',
  ],
  [/^<\?xml[^>]*>\s*(?:<\?mso-application[^>]*Excel|<(?:\w+:)?Workbook[\s>])/, 'table.xmlWorkbook'],
  [/^(?:OFXHEADER:|(?:<\?(?:xml|OFX)[^>]*>\s*)+<OFX>|<OFX>)/, 'table.otherStatement'],
  [/^!(?:Type|Account|Option):/, 'table.otherStatement'],
  [
    /^<(?:\?xml|!--|!DOCTYPE|[A-Za-z_][\w.:-]*(?:\s+[\w.:-]+\s*=\s*["'][^"']*["'])*\s*\/?>)/,
    'table.xml',
  ],
  [/^BEGIN:V(?:CALENDAR|CARD|EVENT)/i, 'table.calendar'],
  [/^ID;P[A-Z]{0,8}(?:;[A-Z])*[\r\n]+(?:P;P|[BFO];|C;[XY])/, 'table.oldTable'],
  [/^TABLE[\r\n]+0,1[\r\n]/, 'table.oldTable'],
  [
    /^(?:--[^\n]*\n|\/\*[\s\S]{0,2000}?\*\/|\s)*(?:INSERT\s+INTO|CREATE\s+(?:TABLE|DATABASE)|DROP\s+TABLE|SET\s+[\w@.]+\s*=|BEGIN\s+TRANSACTION|PRAGMA\s)/i,
    'table.database',
  ],
]

/** Header lines that occur only at the start of emails, and of web pages saved as MHTML. */
const messageHead =
  /^(?:(?:From|To|Cc|Date|Subject|Received|Return-Path|Message-ID|MIME-Version|X-[\w-]+|Delivered-To|Content-[\w-]+): [^\n]*\n(?:[ \t][^\n]*\n)*){2,}/i

/** Returns the reason why a text is not a table; undefined if it may be one. */
export function findTextIssue(text: string): string | undefined {
  const head = text.slice(0, headBytes).trimStart()
  const known = textKinds.find(([pattern]) => pattern.test(head))
  if (known) return known[1]
  const message = messageHead.exec(head.replaceAll('\r\n', '\n'))?.[0]
  if (message)
    return /multipart\/related|text\/html/i.test(message) ? 'table.webPage' : 'table.email'
  return isJson(head, text) ? 'table.json' : undefined
}

function isJson(head: string, text: string): boolean {
  // An object, alone or in an array. Also matches one object per line and files that are cut off,
  // which `JSON.parse` would reject.
  if (/^\[?\s*\{\s*(?:"(?:[^"\\]|\\.)*"\s*:|\}\s*[\],]?)/.test(head)) return true
  if (!head.startsWith('[') && !head.startsWith('{')) return false
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
