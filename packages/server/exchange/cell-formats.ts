/**
 * The form of values in cells, by family of their field type. A written cell reads back as the same
 * value in every language. Cells may come from any spreadsheet, so reading accepts many spellings,
 * but it never guesses a value.
 */

import { currencyOf } from '@matricola/schema/currency.ts'
import { type FieldSpec, familyOf, fieldTypeOf } from '@matricola/schema/field.ts'
import { type Family, languagesOf } from '@matricola/schema/field-type.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { parseTypedText } from '@matricola/schema/text-vocabulary.ts'
import { fold, normalizeText } from '@matricola/schema/values/folding.ts'
import { instantToLocal, localToInstant } from '@matricola/schema/values/local-time.ts'
import { parseNumberText, scaleOf } from '@matricola/schema/values/numbers.ts'
import {
  type DateParseOptions,
  parseDay,
  parseInstant,
} from '@matricola/schema/values/parse-date.ts'
import { timeFromSerial } from '@matricola/schema/values/times.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'
import { isUnreadCell, type UnreadCell } from '../ports/file-reader.ts'
import { escapeFormula, unescapeFormula } from './files/formula.ts'
import { findNearestMatch } from './import/nearest-match.ts'
import {
  booleanLabel,
  booleansByWord,
  choiceLabel,
  choicesByLabel,
  type Localization,
  textLabel,
} from './labels.ts'
import { localOfSerial } from './spreadsheet-dates.ts'

/** A day as `YYYY-MM-DD`. File formats with date cells store it in one. */
export interface DayCell {
  readonly day: string
}
/** A moment in the university's time zone, `YYYY-MM-DD HH:MM:SS`. */
export interface MomentCell {
  readonly moment: string
}
export type ExchangeCell = string | number | boolean | DayCell | MomentCell | null

export interface CellWriteOptions extends Localization {
  /** Key texts of the referenced records, by id; see `reference-keys.ts`. */
  readonly keys: ReadonlyMap<string, string>
}
export interface CellReadOptions extends Localization {
  /**
   * Ids of records by key text (see `keyTextOf`), for each referenced resource by name. The id is
   * `several` if a text names more than one record.
   */
  readonly ids: ReadonlyMap<string, ReadonlyMap<string, string>>
  /**
   * The key of one record of each referenced resource. Issues show it as an example if a cell names
   * no record.
   */
  readonly examples?: ReadonlyMap<string, string>
  /** Order of day and month in the column. */
  readonly dayOrder?: DateParseOptions['order']
}
export type CellReadResult = { readonly value: unknown } | { readonly issues: readonly Issue[] }

/** Returns the text of a cell in the form used for lookups in `CellReadOptions.ids`. */
export const keyTextOf = (cell: ExchangeCell | UnreadCell) => normalizeText(textOf(cell))

/** Splits a cell that names several records into key texts. */
export const linkedTexts = (cell: ExchangeCell): string[] =>
  textOf(cell)
    .split(/[;\n]/)
    .map(normalizeText)
    .filter((text) => text !== '')

interface CellField {
  readonly spec: FieldSpec
  readonly resource: AnyResource
  readonly name: string
}
interface CellFormat {
  readonly write: (options: CellField & CellWriteOptions) => (value: unknown) => ExchangeCell
  readonly read: (options: CellField & CellReadOptions) => (cell: ExchangeCell) => CellReadResult
}

export const rejected = (code: string): CellReadResult => ({ issues: [{ code }] })

/**
 * Rejects an unknown word. Lists the accepted words, because a file has no menu to choose from, and
 * suggests the closest one.
 */
const unknownWord = (words: readonly string[], suggestion?: string): CellReadResult => {
  const values = words.join(', ')
  if (suggestion === undefined) return { issues: [{ code: 'cell.notOffered', params: { values } }] }
  return { issues: [{ code: 'cell.notOfferedLike', params: { values, suggestion } }] }
}

function textOf(cell: ExchangeCell | UnreadCell): string {
  if (typeof cell === 'string') return unescapeFormula(cell).replace(/\r\n?/g, '\n')
  if (cell === null || typeof cell !== 'object') return String(cell ?? '')
  if (isUnreadCell(cell)) return cell.shown
  return 'day' in cell ? cell.day : cell.moment
}

const text: CellFormat = {
  write:
    ({ spec, ...localization }) =>
    (value) =>
      escapeFormula(textLabel(spec, String(value), localization)),
  read: ({ spec }) => {
    const pattern = 'pattern' in spec.options ? spec.options.pattern : undefined
    return (cell) => {
      const time = pattern === 'time' && typeof cell === 'number' ? timeFromSerial(cell) : null
      return { value: time ?? parseTypedText(spec, textOf(cell)) }
    }
  },
}

const number: CellFormat = {
  write: () => Number,
  read:
    ({ resource, spec, language }) =>
    (cell) => {
      // Spreadsheets compute in binary floating point: 0.1 + 0.2 is shown as 0.3 but stored as
      // 0.30000000000000004.
      if (typeof cell === 'number') return { value: Number(cell.toPrecision(15)) }
      if (typeof cell !== 'string') return rejected('cell.notANumber')
      const read = parseNumberText(
        textOf(cell),
        language,
        scaleOf(spec),
        currencyOf(resource, spec),
      )
      return typeof read === 'number' ? { value: read } : { issues: [read] }
    },
}

const boolean: CellFormat = {
  write: (options) => {
    const [yes, no] = [booleanLabel(true, options), booleanLabel(false, options)]
    return (value) => (value ? yes : no)
  },
  read: (options) => {
    const words = booleansByWord(options)
    const rejection = unknownWord([booleanLabel(true, options), booleanLabel(false, options)])
    return (cell) => {
      const value = typeof cell === 'boolean' ? cell : words.get(fold(textOf(cell)))
      return value === undefined ? rejection : { value }
    }
  },
}

/**
 * Converts a serial number of a spreadsheet to a local day and time. Returns null if the cell is
 * not a serial number and its text should be parsed instead (eight digits may be a date), and an
 * issue if the number is out of range.
 */
function findLocalOfSerial(cell: ExchangeCell): string | Issue | null {
  if (
    typeof cell !== 'number' &&
    !(typeof cell === 'string' && /^\d{5}(?:\.\d+)?$/.test(textOf(cell).trim()))
  )
    return null
  const local = localOfSerial(Number(cell))
  if (local !== null) return local
  return /^\d{8}$/.test(String(cell)) ? null : { code: 'date.unreal' }
}

const date: CellFormat = {
  write: () => (value) => ({ day: String(value) }),
  read:
    ({ spec, dayOrder }) =>
    (cell) => {
      const local = findLocalOfSerial(cell)
      const found =
        typeof local === 'string'
          ? local.slice(0, 10)
          : (local ?? parseDay(textOf(cell), { languages: languagesOf(spec), order: dayOrder }))
      return typeof found === 'string' ? { value: found } : { issues: [found] }
    },
}

const moment: CellFormat = {
  write: () => (value) => {
    const local = instantToLocal(String(value))
    return local === null ? String(value) : { moment: local }
  },
  read:
    ({ spec, dayOrder }) =>
    (cell) => {
      const local = findLocalOfSerial(cell)
      const found =
        typeof local === 'string'
          ? localToInstant(local)
          : (local ?? parseInstant(textOf(cell), { languages: languagesOf(spec), order: dayOrder }))
      if (found === null) return rejected('dateTime.unreal')
      return typeof found === 'string' ? { value: found } : { issues: [found] }
    },
}

const labels = (options: CellField & Localization) => {
  const values = 'choices' in options.spec ? Object.keys(options.spec.choices) : []
  return new Map(
    values.map((value) => [value, choiceLabel(options.resource, options.name, value, options)]),
  )
}

const choice: CellFormat = {
  write: (options) => {
    const words = labels(options)
    return (value) => escapeFormula(words.get(String(value)) ?? String(value))
  },
  read: (options) => {
    const words = choicesByLabel(options.resource, options.name, options)
    const labelByValue = labels(options)
    return (cell) => {
      const text = textOf(cell)
      const value = words.get(fold(text))
      if (value !== undefined) return { value }
      return unknownWord(
        [...labelByValue.values()],
        labelByValue.get(findNearestMatch(words, text) ?? ''),
      )
    }
  },
}

const set: CellFormat = {
  write: (options) => {
    const words = labels(options)
    return (values) =>
      escapeFormula(
        (values as readonly string[]).map((value) => words.get(value) ?? value).join('; '),
      )
  },
  read: (options) => {
    const words = choicesByLabel(options.resource, options.name, options)
    const labelByValue = labels(options)
    return (cell) => {
      const parts = textOf(cell)
        .split(/[;\n]/)
        .flatMap((part) => (words.has(fold(part)) ? [part] : part.split(',')))
        .map(fold)
        .filter((part) => part !== '')
      const values = [...new Set(parts.map((part) => words.get(part)))]
      if (!values.includes(undefined)) return { value: values }
      const suggestions = new Set(
        parts.map((part) => words.get(part) ?? findNearestMatch(words, part)),
      )
      const suggestion = suggestions.has(undefined)
        ? undefined
        : [...suggestions].map((value) => labelByValue.get(value ?? '')).join('; ')
      return unknownWord([...labelByValue.values()], suggestion)
    }
  },
}

const reference: CellFormat = {
  write:
    ({ keys }) =>
    (id) => {
      const key = keys.get(String(id))
      return key === undefined ? null : escapeFormula(key)
    },
  read: ({ spec, ids, examples }) => {
    const idByText = 'to' in spec ? ids.get(spec.to) : undefined
    const example = 'to' in spec ? examples?.get(spec.to) : undefined
    const rejection: CellReadResult =
      example === undefined
        ? rejected('cell.nothingNamed')
        : { issues: [{ code: 'cell.nothingNamedLike', params: { example } }] }
    return (cell) => {
      const id = idByText?.get(keyTextOf(cell))
      if (id === undefined) return rejection
      return id === 'several' ? rejected('reference.several') : { value: id }
    }
  },
}

/** References to several records, by their keys: `INF-101; INF-102`. */
const linked: CellFormat = {
  write:
    ({ keys }) =>
    (ids) => {
      // A `links` field is stored as a list of ids.
      const texts = (ids as readonly string[]).flatMap((id) => keys.get(id) ?? [])
      return texts.length === 0 ? null : escapeFormula(texts.join('; '))
    },
  read: (options) => {
    const one = reference.read(options)
    return (cell) => {
      const found = linkedTexts(cell).map(one)
      const rejection = found.find((each) => 'issues' in each)
      return (
        rejection ?? {
          value: [...new Set(found.map((each) => ('value' in each ? each.value : null)))],
        }
      )
    }
  },
}

/** Says only that there is a file; a cell cannot hold its content. */
const upload: CellFormat = {
  write: (options) => {
    const yes = booleanLabel(true, options)
    return () => yes
  },
  read: () => () => rejected('field.notWritable'),
}

/** Cell format of each family; null if its values cannot be in a cell. */
const cellFormats: { readonly [F in Family]: CellFormat | null } = {
  text,
  ascii: text,
  number,
  boolean,
  date,
  instant: moment,
  choice,
  choices: set,
  id: reference,
  ids: linked,
  secret: text,
  file: upload,
  none: null,
}

/**
 * Returns the cell format of a field: that of its field type if it has one, else that of its
 * family.
 */
export function findCellFormat(spec: FieldSpec): CellFormat | null {
  const customFormat = fieldTypeOf(spec).cell
  if (!customFormat) return cellFormats[familyOf(spec)]
  return {
    write: () => (value) => escapeFormula(customFormat.write(value)),
    read: () => (cell) => ({ value: customFormat.read(textOf(cell), typeof cell === 'number') }),
  }
}
