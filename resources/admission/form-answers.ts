/**
 * Which questions of an application form an applicant is asked, and whether the answers are valid.
 * Server and browser use the same functions.
 */
import type { FieldSpec } from '@matricola/schema/field.ts'
import { memoize } from '@matricola/schema/memoize.ts'
import { type CallerIdentity, evaluate } from '@matricola/schema/predicate.ts'
import { parseTypedText } from '@matricola/schema/text-vocabulary.ts'
import { validateInput, valueSchema } from '@matricola/schema/validation.ts'
import type { FieldIssues, Issue } from '@matricola/schema/wire/wire.ts'
import { field } from '../field.ts'
import {
  type FixedItemTexts,
  type FormAnswers,
  type FormColumn,
  type FormCondition,
  type FormContent,
  type FormItem,
  type FormTexts,
  type FormVariant,
  factSuppliedBy,
  formLimits,
  itemsOf,
} from './form-content.ts'
import { type FormFacts, suppliedFacts } from './form-facts.ts'

/** Formats of documents in answers. */
export const documentFormats = ['pdf', 'jpeg', 'png'] as const

/** The field whose schema validates the answers to an item, or the values in a column of a table. */
export const itemSpec = memoize((item: FormItem | FormColumn): FieldSpec => {
  switch (item.type) {
    case 'text':
      return field.text({ max: item.max })
    case 'longText':
      return field.longText({ max: item.max })
    case 'integer':
      return field.integer({ min: item.min, max: item.max })
    case 'decimal':
      return field.decimal({ min: item.min, max: item.max, scale: item.scale })
    case 'grade':
      return field.decimal({ min: 1, max: 10, scale: 2 })
    case 'date': {
      const { min, max } = item
      return field.date({ ...(min !== undefined && { min }), ...(max !== undefined && { max }) })
    }
    case 'boolean':
      return field.boolean()
    case 'choice':
      return field.choice(choicesOf(item))
    case 'set':
      return field.set(choicesOf(item))
    case 'email':
      return field.email()
    case 'phone':
      return field.phone()
    case 'country':
      return field.text({ min: 2, max: 2, pattern: 'country' })
    case 'table':
      return field.data()
    case 'file':
      return field.file({ accept: documentFormats })
    case 'declaration':
      return field.boolean()
  }
})

const choicesOf = ({ options }: Extract<FormItem | FormColumn, { options: unknown }>) =>
  Object.fromEntries(options.map(({ id }) => [id, {}]))

const schemaOf = memoize((item: FormItem | FormColumn) => valueSchema(itemSpec(item)))

/** Conditions never read the caller. */
const noCaller = { id: '', role: '' } as const satisfies CallerIdentity

interface ItemTexts {
  readonly label: FormTexts
  readonly help?: FormTexts
}

/** An item that an applicant is asked, with the texts for this applicant. */
export interface AskedItem extends ItemTexts {
  readonly item: FormItem
  readonly isRequired: boolean
}

/**
 * The items that an applicant is asked, in order. The answer to an item that is not asked counts as
 * absent in the conditions of later items.
 */
export function askedItems(
  content: FormContent,
  facts: FormFacts,
  answers: FormAnswers,
): readonly AskedItem[] {
  const known: Record<string, unknown> = { ...facts }
  const holds = (condition: FormCondition) => evaluate(condition, known, noCaller)
  return itemsOf(content).flatMap((item) => {
    if (item.asks && !holds(item.asks)) return []
    const { required } = item
    const isRequired = typeof required === 'boolean' ? required : holds(required)
    const words = { label: item.label, ...wordsOf(item, holds) }
    known[item.id] = answers[item.id] ?? null
    Object.assign(known, suppliedBy(item, answers[item.id]))
    return [{ item, isRequired, ...words }]
  })
}

/**
 * The item with the texts that this applicant reads, also if it is one that the applicant is not
 * asked.
 */
export function itemInWordsFor(
  item: FormItem,
  content: FormContent,
  facts: FormFacts,
  answers: FormAnswers,
): FormItem {
  const { variants, ...others } = item
  if (!variants) return item
  const words = wordsOf(item, conditionTest(content, facts, answers))
  return { ...others, ...words } as FormItem
}

/** The texts of the form for fields and documents that every applicant is asked for, by name. */
export function fixedItemTexts(
  content: FormContent,
  facts: FormFacts,
  answers: FormAnswers,
): FixedItemTexts {
  const { fixed = [] } = content
  const holds = conditionTest(content, facts, answers)
  return Object.fromEntries(fixed.map((item) => [item.field, wordsOf(item, holds)]))
}
/** Publication refuses conditions that read later items, so all answers can be known here. */
function conditionTest(content: FormContent, facts: FormFacts, answers: FormAnswers) {
  const known: Record<string, unknown> = { ...factsWithAnswers(content, facts, answers) }
  for (const { item } of askedItems(content, facts, answers))
    known[item.id] = answers[item.id] ?? null
  return (condition: FormCondition) => evaluate(condition, known, noCaller)
}

/** The facts about an applicant, with those that the answers supply. */
export const factsWithAnswers = (
  content: FormContent,
  facts: FormFacts,
  answers: FormAnswers,
): FormFacts =>
  Object.assign(
    { ...facts },
    ...askedItems(content, facts, answers).map(({ item }) => suppliedBy(item, answers[item.id])),
  )

function suppliedBy(item: FormItem, answer: unknown): Partial<FormFacts> {
  const fact = factSuppliedBy(item)
  if (fact === undefined) return {}
  const value =
    'options' in item ? item.options.find(({ id }) => id === answer)?.fact : (answer as string)
  const spec = suppliedFacts[fact]
  const isKnown = !('choices' in spec) || Object.hasOwn(spec.choices, value ?? '')
  return { [fact]: isKnown ? (value ?? null) : null }
}

/** The texts of an item, with those of the first variant whose condition holds. */
function wordsOf(
  item: Pick<FormVariant, 'label' | 'help'> & Pick<FormItem, 'variants'>,
  holds: (condition: FormCondition) => boolean,
): Partial<ItemTexts> {
  const variant = item.variants?.find(({ when }) => holds(when))
  const label = variant?.label ?? item.label
  const help = variant?.help ?? item.help
  return { ...(label && { label }), ...(help && { help }) }
}

/**
 * Validates answers. Returns the normalized answers and the issues by item id: a missing or invalid
 * answer, an answer to an item that is not asked, and an unknown item.
 */
export function validateAnswers(
  content: FormContent,
  facts: FormFacts,
  answers: FormAnswers,
): { readonly answers: FormAnswers; readonly issues: FieldIssues } {
  const asked = askedItems(content, facts, answers)
  const askedIds = new Set(asked.map(({ item }) => item.id))
  const knownIds = new Set(itemsOf(content).map(({ id }) => id))
  const valid: Record<string, unknown> = {}
  // `fromEntries` also creates a property of the name `__proto__`.
  const issues: Record<string, readonly Issue[]> = Object.fromEntries(
    Object.keys(answers)
      .filter((id) => !askedIds.has(id))
      .map((id) => [id, [{ code: knownIds.has(id) ? 'field.notApplicable' : 'field.unknown' }]]),
  )
  let files = 0
  for (const { item, isRequired } of asked) {
    const answer = answers[item.id]
    if (isEmptyAnswer(item, answer)) {
      if (isRequired) issues[item.id] = [{ code: 'required' }]
      continue
    }
    const result = validateItemAnswer(item, answer)
    if (item.type === 'file' && ++files > formLimits.filesOfApplicant)
      issues[item.id] = [{ code: 'admissionForm.limits' }]
    else if (result.ok) valid[item.id] = result.value
    else issues[item.id] = result.issues
  }
  return { answers: valid, issues }
}

type Validated =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly Issue[] }

/** Validates one answer. Issues of a table have the number of the row and the id of the column. */
export function validateItemAnswer(item: FormItem, answer: unknown): Validated {
  return item.type === 'table' ? validateTable(item, answer) : validateValue(item, answer)
}

function validateValue(item: FormItem | FormColumn, value: unknown): Validated {
  const result = validateInput(schemaOf(item), value)
  return result.ok ? result : { ok: false, issues: Object.values(result.fields)[0] ?? [] }
}

type TableItem = Extract<FormItem, { type: 'table' }>
/** A row of a table, by column. */
export type TableRow = { readonly [column: string]: unknown }

const isRow = (row: unknown): row is TableRow =>
  typeof row === 'object' && row !== null && !Array.isArray(row)
const isEmptyValue = (value: unknown) => value === undefined || value === null || value === ''
const isEmptyRow = (row: unknown) => isRow(row) && Object.values(row).every(isEmptyValue)

/** Empty rows are left out. */
function validateTable({ columns, rows }: TableItem, answer: unknown): Validated {
  if (!Array.isArray(answer) || answer.length > rows)
    return { ok: false, issues: [{ code: 'type.wrong' }] }
  const issues: Issue[] = []
  const valid = answer.flatMap((row: unknown, index) => {
    if (isEmptyRow(row)) return []
    const report = (column: string, found: readonly Issue[]) => {
      for (const { code, params } of found)
        issues.push({ code, params: { ...params, row: index + 1, column } })
      return []
    }
    if (!isRow(row)) return report('', [{ code: 'type.wrong' }])
    for (const name of Object.keys(row))
      if (!columns.some(({ id }) => id === name))
        report(name.slice(0, 60), [{ code: 'field.unknown' }])
    const values = columns.flatMap((column) => {
      const value = Object.hasOwn(row, column.id) ? row[column.id] : undefined
      if (isEmptyValue(value))
        return column.required ? report(column.id, [{ code: 'required' }]) : []
      const result = validateValue(column, value)
      return result.ok ? [[column.id, result.value]] : report(column.id, result.issues)
    })
    return [Object.fromEntries(values)]
  })
  if (issues.length > 0) return { ok: false, issues }
  return valid.length > 0
    ? { ok: true, value: valid }
    : { ok: false, issues: [{ code: 'required' }] }
}

/** The rows of a table as they were typed, in JSON. */
export function parseTypedRows(typed: string): readonly { readonly [column: string]: string }[] {
  try {
    const rows: unknown = JSON.parse(typed)
    return Array.isArray(rows) ? rows.filter(isRow).map(typedRow) : []
  } catch {
    return []
  }
}

/** A table as lines: the values of a row are separated by commas. */
export const tableText = (
  columns: readonly FormColumn[],
  rows: readonly TableRow[],
  valueText: (column: FormColumn, value: unknown) => string,
): string =>
  rows
    .map((row) =>
      columns
        .flatMap((column) =>
          isEmptyValue(row[column.id]) ? [] : [valueText(column, row[column.id])],
        )
        .join(', '),
    )
    .filter((line) => line !== '')
    .join(';\n')

/** A box of a declaration that is not ticked is no answer. */
const isEmptyAnswer = ({ type }: FormItem, answer: unknown) =>
  (type === 'declaration' && answer === false) ||
  answer === undefined ||
  answer === null ||
  answer === '' ||
  (Array.isArray(answer) && answer.every((one) => type === 'table' && isEmptyRow(one)))

/** The text of a control for an answer; null if there is none. The opposite of `parseTypedAnswer`. */
export const typedAnswer = (answer: unknown): string | null =>
  answer === undefined || answer === null
    ? null
    : !Array.isArray(answer)
      ? String(answer)
      : answer.some(isRow)
        ? JSON.stringify(answer.map(typedRow))
        : answer.join(' ')

const typedRow = (row: TableRow) =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [column, String(value)]))

/**
 * Converts the text of a control to an answer; undefined if it is empty. Text that is not a number
 * stays text, so that validation rejects it.
 */
export function parseTypedAnswer(item: FormItem | FormColumn, typed: string): unknown {
  const text = typed.trim()
  if (text === '') return undefined
  switch (item.type) {
    case 'integer':
      return /^-?\d{1,15}$/.test(text) ? Number(text) : text
    case 'decimal':
    case 'grade':
      return /^-?\d{1,15}([.,]\d{1,10})?$/.test(text) ? Number(text.replace(',', '.')) : text
    case 'boolean':
    case 'declaration':
      return text === 'true'
    case 'set':
      return text.split(' ')
    case 'table': {
      const rows = parseTypedRows(text).map((row) =>
        Object.fromEntries(
          item.columns.flatMap((column) => {
            const value = parseTypedAnswer(column, row[column.id] ?? '')
            return value === undefined ? [] : [[column.id, value]]
          }),
        ),
      )
      return rows.every(isEmptyRow) ? undefined : rows
    }
    default:
      return parseTypedText(itemSpec(item), text)
  }
}
