/** Reads SWIFT MT940 files with any number of statements. */
import { unreadableFile } from '../../ports/file-reader.ts'
import { assertDay, type StatementEntry } from './statement-entry.ts'

interface TaggedField {
  readonly tag: string
  readonly lines: string[]
}

/**
 * Value date, booking date, direction, funds code, amount, type, customer's reference, bank's
 * reference.
 */
const entryLine =
  /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d{1,15}(?:[.,]\d{0,3})?)(?:[A-Z][A-Z0-9]{3}(?:(.*?)(?:\/\/(.*))?)?)?$/

export function readMt940Entries(text: string): StatementEntry[] {
  const entries: StatementEntry[] = []
  let account = ''
  let currency = ''
  const fields = fieldsOf(text)
  for (const [i, { tag, lines }] of fields.entries()) {
    if (tag === '20') [account, currency] = ['', '']
    if (tag === '25' || tag === '25P') account = lines[0] ?? ''
    if (tag === '60F' || tag === '60M')
      currency = /^[CD]\d{6}([A-Z]{3})/.exec(lines[0] ?? '')?.[1] ?? ''
    if (tag !== '61') continue
    const next = fields[i + 1]
    entries.push(entryOf(lines, next?.tag === '86' ? next.lines : [], { account, currency }))
  }
  return entries
}

/** Splits a text into tagged fields, without the envelope and the line that ends a statement. */
function fieldsOf(text: string): TaggedField[] {
  const fields: TaggedField[] = []
  let isInField = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const content = line.replace(/^\{1:.*\{4:/, '')
    const [, tag, rest = ''] = /^:(\d{2}[A-Z]?):(.*)$/.exec(content) ?? []
    if (tag !== undefined) fields.push({ tag, lines: [rest] })
    else if (/^-\}?/.test(content) && content.length <= 2) isInField = false
    else if (isInField && content !== '') fields.at(-1)?.lines.push(content)
    if (tag !== undefined) isInField = true
  }
  return fields
}

function entryOf(
  lines: readonly string[],
  information: readonly string[],
  { account, currency }: Pick<StatementEntry, 'account' | 'currency'>,
): StatementEntry {
  const [line = '', ...supplement] = lines
  const found = entryLine.exec(line.trim())
  if (!found) throw unreadableFile('table.statementEntry', { entry: line.slice(0, 60) })
  const [
    ,
    value = '',
    bookingDate,
    direction,
    ,
    amount = '',
    customerReference = '',
    bankReference = '',
  ] = found
  const valueDate = assertDay(
    `20${value.slice(0, 2)}-${value.slice(2, 4)}-${value.slice(4)}`,
    line.slice(0, 60),
  )
  const details = informationOf(information)
  const customerReferences = /^(?:NONREF)?$/.test(customerReference.trim())
    ? []
    : [customerReference.trim()]
  return {
    account,
    currency,
    // A reversed credit (RC) reduces the balance; a reversed debit (RD) increases it.
    isCredit: direction === 'C' || direction === 'RD',
    isBooked: true,
    valueDate,
    bookedOn:
      bookingDate === undefined
        ? valueDate
        : assertDay(bookingDay(valueDate, bookingDate), line.slice(0, 60)),
    amount: amount.replace(',', '.').replace(/\.$/, ''),
    payer: details.payer,
    payerAccount: details.payerAccount,
    details: details.details || supplement.join(' ') || customerReferences.join(''),
    reference: bankReference.trim(),
  }
}

/** The booking date has no year. Chooses the year that is closest to the value date. */
function bookingDay(valueDate: string, bookingDate: string): string {
  const year = Number(valueDate.slice(0, 4))
  const months = Number(bookingDate.slice(0, 2)) - Number(valueDate.slice(5, 7))
  return `${months > 6 ? year - 1 : months < -6 ? year + 1 : year}-${bookingDate.slice(0, 2)}-${bookingDate.slice(2)}`
}

type Information = Pick<StatementEntry, 'payer' | 'payerAccount' | 'details'>

/**
 * Parses field 86: numbered subfields (German banks), codewords between slashes (SWIFT) or free
 * text.
 */
function informationOf(lines: readonly string[]): Information {
  const joinedLines = lines.join('')
  const [, sign] = /^\d{3}([?<>+~^|!@])\d\d/.exec(joinedLines) ?? []
  if (sign !== undefined) return parseNumberedParts(joinedLines.slice(3), sign)
  if (
    /^\/(?:[A-Z]{4}|[A-Z]{3,5}\/)/.test(joinedLines) &&
    /\/(?:REMI|NAME|EREF|IBAN|ORDP|CNTP)\//.test(joinedLines)
  )
    return parseCodeWords(joinedLines)
  return { payer: '', payerAccount: '', details: joinLines(lines, 65) }
}

/**
 * Joins lines. A line of full width may end inside a word, so the next one follows without a space.
 * A shorter line ends with a word.
 */
const joinLines = (lines: readonly string[], width: number) =>
  lines.reduce(
    (text, line, i) => text + (i === 0 || (lines[i - 1]?.length ?? 0) >= width ? '' : ' ') + line,
    '',
  )

function parseNumberedParts(text: string, sign: string): Information {
  const parts = text
    .split(sign)
    .filter((part) => /^\d\d/.test(part))
    .map((part) => ({ number: Number(part.slice(0, 2)), text: part.slice(2) }))
  const textsWhere = (matches: (number: number) => boolean) =>
    parts.filter(({ number }) => matches(number)).map((part) => part.text)
  const purpose = joinLines(
    textsWhere((number) => (number >= 20 && number <= 29) || (number >= 60 && number <= 63)),
    27,
  )
  const remittance =
    /SVWZ\+(.*?)(?=(?:EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|ABWA|ABWE|IBAN|BIC)\+|$)/.exec(
      purpose,
    )?.[1]
  return {
    payer: textsWhere((number) => number === 32 || number === 33).join(''),
    payerAccount: textsWhere((number) => number === 31 || number === 38)[0] ?? '',
    details: remittance ?? (purpose || textsWhere((number) => number === 0).join(' ')),
  }
}

function parseCodeWords(text: string): Information {
  const parts = new Map<string, string>()
  for (const [, word = '', value = ''] of text.matchAll(/\/([A-Z]{4})\/(.*?)(?=\/[A-Z]{4}\/|$)/g))
    if (!parts.has(word)) parts.set(word, value)
  const [account = '', , name = ''] = (parts.get('CNTP') ?? '').split('/')
  return {
    payer: parts.get('NAME') ?? name,
    payerAccount: parts.get('IBAN') ?? account,
    details: (parts.get('REMI') ?? parts.get('EREF') ?? '')
      .replace(/^(?:USTD|STRD)?\/+/, '')
      .replace(/\/+$/, ''),
  }
}
