/**
 * Content of an application form: pages with questions (items). Server and browser derive the
 * validation of answers from it (`form-answers.ts`).
 */
import { refineWithCode, rejectForbidden, textSchema } from '@matricola/schema/value-schemas.ts'
import { isRealDate } from '@matricola/schema/values/dates.ts'
import type { ResponseBody } from '@matricola/schema/wire/call.ts'
import { namedSchema } from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'
import { languages } from '../languages.ts'
import { isFixedItem } from './fixed-items.ts'
import { itemIdPattern } from './form-item-id.ts'

export type { FormAnswers } from './form-item-id.ts'

export const formLimits = {
  pages: 12,
  items: 80,
  /** Questions that lists can show. */
  listed: 20,
  options: 30,
  variants: 6,
  comparisons: 10,
  /** Documents of a form, and how many of them one applicant can be asked for. */
  files: 20,
  filesOfApplicant: 10,
  tableRows: 10,
  tableColumns: 6,
  characters: 262_144,
} as const

const isLanguage = refineWithCode<string>(
  (code) => languages.some((known) => known === code),
  'choice.unknown',
)

/** A text by language. Languages without one show the text of the university's language. */
const texts = (max: number) => z.record(z.string().check(isLanguage), textSchema(1, max))
export type FormTexts = { readonly [language: string]: string }

/** Ids are made once and never reused, so that answers keep their question. */
const idPattern = {
  item: itemIdPattern,
  page: /^p_[a-z0-9]{6}$/,
  option: /^o_[a-z0-9]{6}$/,
  column: /^c_[a-z0-9]{6}$/,
}
const idOf = (part: keyof typeof idPattern) => z.string().check(z.regex(idPattern[part]))

/** Some characters cannot be stored in JSON columns. */
const operand = () => z.string().check(z.maxLength(200), rejectForbidden())
const scalar = z.union([operand(), z.number(), z.boolean()])
const orderable = z.union([operand(), z.number()])
const comparison = z.strictObject({
  eq: z.optional(scalar),
  ne: z.optional(scalar),
  in: z.optional(z.array(scalar).check(z.minLength(1), z.maxLength(200))),
  has: z.optional(scalar),
  gt: z.optional(orderable),
  gte: z.optional(orderable),
  lt: z.optional(orderable),
  lte: z.optional(orderable),
  contains: z.optional(operand().check(z.minLength(1))),
  isNull: z.optional(z.boolean()),
})
interface Comparison extends ResponseBody<typeof comparison> {}
interface Comparisons {
  readonly [name: string]: Comparison
}
type Combined<Part> =
  | { readonly and: readonly Part[] }
  | { readonly or: readonly Part[] }
  | { readonly not: Part }
  | Comparisons
// Named, because the inferred type of all questions would be too long for the compiler.
export type FormCondition = Combined<Combined<Comparisons>>

/**
 * Comparisons of a fact or of an earlier answer, by its name or id. Words of the predicate language
 * are no names.
 */
const comparisons = namedSchema(
  'FormComparisons',
  z
    .record(
      z.string().check(z.regex(/^(?!(?:and|or|not|expression)$)[a-z][A-Za-z0-9_]{0,39}$/)),
      comparison,
    )
    .check(refineWithCode((fields) => Object.keys(fields).length > 0, 'required')),
)

const combined = <Part extends z.ZodMiniType>(part: Part) =>
  z.union([
    z.strictObject({ and: z.array(part).check(z.minLength(1)) }),
    z.strictObject({ or: z.array(part).check(z.minLength(1)) }),
    z.strictObject({ not: part }),
    comparisons,
  ])
/** A predicate of at most three levels. */
export const formConditionSchema: z.ZodMiniType<FormCondition> = namedSchema(
  'FormCondition',
  combined(combined(comparisons)).check(
    refineWithCode<unknown>(
      (predicate) => countComparisons(predicate) <= formLimits.comparisons,
      'admissionForm.limits',
    ),
  ),
)

function countComparisons(predicate: unknown): number {
  if (typeof predicate !== 'object' || predicate === null) return 0
  return Object.entries(predicate).reduce(
    (count, [name, part]) =>
      count +
      (name === 'and' || name === 'or'
        ? (part as readonly unknown[]).reduce<number>((sum, one) => sum + countComparisons(one), 0)
        : name === 'not'
          ? countComparisons(part)
          : 1),
    0,
  )
}

export interface FormVariant {
  readonly when: FormCondition
  readonly label?: FormTexts | undefined
  readonly help?: FormTexts | undefined
}
/** The first variant whose condition holds replaces the texts that it has. */
const variants: z.ZodMiniType<readonly FormVariant[]> = z
  .array(
    namedSchema(
      'FormVariant',
      z.strictObject({
        when: formConditionSchema,
        label: z.optional(texts(200)),
        help: z.optional(texts(1000)),
      }),
    ),
  )
  .check(z.minLength(1), z.maxLength(formLimits.variants))

/**
 * A field or document that every applicant is asked for. Its texts are in the program; the form can
 * replace its help, and its texts for some applicants.
 */
const fixedItemSchema = z.strictObject({
  field: z.string().check(refineWithCode(isFixedItem, 'choice.unknown')),
  help: z.optional(texts(1000)),
  variants: z.optional(variants),
})
export type FixedItem = ResponseBody<typeof fixedItemSchema>

const question = {
  id: idOf('item'),
  /** Name in files and in the API. Unique, and fixed after the first publication. */
  key: z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,39}$/)),
  label: texts(200),
  help: z.optional(texts(1000)),
  variants: z.optional(variants),
  /** Absent: all applicants are asked. */
  asks: z.optional(formConditionSchema),
  /** Whether applicants who are asked must answer. */
  required: z.union([z.boolean(), formConditionSchema]),
  /** Roles that may read the answers. Absent: all that read applications. */
  readers: z.optional(z.array(z.literal('admin')).check(z.minLength(1), z.maxLength(1))),
}
/** Lists have a column, a filter and an order for it. */
const listable = { listed: z.optional(z.boolean()) }
const limit = () => z.number().check(z.gte(-1e12), z.lte(1e12))
const day = () => z.string().check(refineWithCode((text) => isRealDate(text), 'date.unreal'))
/** `fact`: the value of the fact that the question supplies. Absent: another one. */
const options = z
  .array(
    z.strictObject({
      id: idOf('option'),
      label: texts(200),
      fact: z.optional(z.string().check(z.regex(/^[a-zA-Z]{1,20}$/))),
    }),
  )
  .check(z.minLength(1), z.maxLength(formLimits.options))
const typeOf = <const Type extends string, Shape extends z.core.$ZodLooseShape>(
  type: Type,
  shape: Shape,
) => z.strictObject({ ...question, type: z.literal(type), ...shape })

/** Limits of the types that questions and columns of tables have in common. */
const limitsOf = {
  text: { max: z.int().check(z.gte(1), z.lte(200)) },
  integer: { min: limit(), max: limit() },
  decimal: { min: limit(), max: limit(), scale: z.int().check(z.gte(1), z.lte(4)) },
  /** A grade from 1 to 10 with two decimals. */
  grade: {},
  date: {
    min: z.optional(day()),
    max: z.optional(z.union([z.literal('today'), day()])),
  },
  choice: { options },
  country: {},
}
export type FormColumnType = keyof typeof limitsOf

const columnOf = <Type extends FormColumnType>(type: Type) =>
  z.strictObject({
    id: idOf('column'),
    label: texts(200),
    /** Whether a row with another answer must have this one. */
    required: z.boolean(),
    type: z.literal(type),
    ...limitsOf[type],
  })
export const formColumnSchema = namedSchema(
  'FormColumn',
  z.discriminatedUnion('type', [
    columnOf('text'),
    columnOf('integer'),
    columnOf('decimal'),
    columnOf('grade'),
    columnOf('date'),
    columnOf('choice'),
    columnOf('country'),
  ]),
)
export type FormColumn = ResponseBody<typeof formColumnSchema>

export const formItemSchema = z.discriminatedUnion('type', [
  typeOf('text', { ...listable, ...limitsOf.text }),
  typeOf('longText', { max: z.int().check(z.gte(1), z.lte(5000)) }),
  typeOf('integer', { ...listable, ...limitsOf.integer }),
  typeOf('decimal', { ...listable, ...limitsOf.decimal }),
  typeOf('grade', listable),
  typeOf('date', { ...listable, ...limitsOf.date }),
  typeOf('boolean', listable),
  typeOf('choice', {
    ...listable,
    options,
    fact: z.optional(z.enum(['entry', 'diplomaLanguage'])),
  }),
  typeOf('set', { ...listable, options }),
  typeOf('email', listable),
  typeOf('phone', listable),
  typeOf('country', { ...listable, fact: z.optional(z.literal('diplomaCountry')) }),
  /** Up to `rows` rows of a few values. */
  typeOf('table', {
    columns: z.array(formColumnSchema).check(z.minLength(1), z.maxLength(formLimits.tableColumns)),
    rows: z.int().check(z.gte(1), z.lte(formLimits.tableRows)),
  }),
  /** A PDF document or a picture, like the documents that every applicant sends. */
  typeOf('file', {}),
  /** A text with a box that applicants must tick. The label is its heading. */
  z.strictObject({
    ...question,
    type: z.literal('declaration'),
    text: texts(5000),
    required: z.literal(true),
  }),
])
export type FormItem = ResponseBody<typeof formItemSchema>

const isUnique = (names: readonly string[]) => new Set(names).size === names.length
/** Whether a role that reads applications may read the answers to a question. */
export const isReadBy = ({ readers }: FormItem, role: string) =>
  readers?.some((reader) => reader === role) ?? true
/** The fact about the applicant that the answer to a question supplies, for later conditions and fees. */
export const factSuppliedBy = (item: FormItem) => ('fact' in item ? item.fact : undefined)
export const isListed = (item: FormItem) => 'listed' in item && item.listed === true
/** The columns of a table; none for other questions. */
export const columnsOf = (item: FormItem): readonly FormColumn[] =>
  item.type === 'table' ? item.columns : []

const itemsIn = (pages: readonly { readonly items: readonly FormItem[] }[]) =>
  pages.flatMap(({ items }) => items)

export const formContentSchema = z
  .strictObject({
    pages: z
      .array(
        z.strictObject({ id: idOf('page'), title: texts(200), items: z.array(formItemSchema) }),
      )
      .check(z.maxLength(formLimits.pages)),
    fixed: z.optional(z.array(fixedItemSchema)),
  })
  .check(
    refineWithCode(
      ({ pages }) => itemsIn(pages).length <= formLimits.items,
      'admissionForm.limits',
    ),
    refineWithCode(({ pages }) => {
      const files = itemsIn(pages).filter(({ type }) => type === 'file')
      const unconditional = files.filter(({ asks }) => !asks)
      return files.length <= formLimits.files && unconditional.length <= formLimits.filesOfApplicant
    }, 'admissionForm.limits'),
    refineWithCode(
      ({ pages }) => itemsIn(pages).filter(isListed).length <= formLimits.listed,
      'admissionForm.limits',
    ),
    refineWithCode(
      (content) => JSON.stringify(content).length <= formLimits.characters,
      'admissionForm.limits',
    ),
    refineWithCode(({ pages, fixed = [] }) => {
      const items = itemsIn(pages)
      const columns = items.flatMap(columnsOf)
      const options = [...items, ...columns].flatMap((one) => ('options' in one ? one.options : []))
      return (
        isUnique(items.map(({ key }) => key)) &&
        isUnique(fixed.map(({ field }) => field)) &&
        isUnique(items.flatMap((one) => factSuppliedBy(one) ?? [])) &&
        isUnique([...pages, ...items, ...columns, ...options].map(({ id }) => id))
      )
    }, 'admissionForm.repeated'),
  )
export type FormContent = ResponseBody<typeof formContentSchema>

/** Texts of a form for fields and documents that every applicant is asked for, by name. */
export const fixedItemTextsSchema = z.record(
  z.string(),
  z.strictObject({ label: z.optional(texts(200)), help: z.optional(texts(1000)) }),
)
export type FixedItemTexts = ResponseBody<typeof fixedItemTextsSchema>

/** A question or an option of an earlier version that the published one does not have. */
export const removedFormPartSchema = z.strictObject({ id: z.string(), label: texts(200) })
export type RemovedFormPart = ResponseBody<typeof removedFormPartSchema>

/** All questions of a form in order. */
export const itemsOf = ({ pages }: FormContent): readonly FormItem[] => itemsIn(pages)
