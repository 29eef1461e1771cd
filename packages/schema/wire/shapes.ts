/** Building blocks for the schemas of calls. */
import * as z from 'zod/mini'
import { defaultPageSize, type Language, maxPageSize, type Role } from '../vocabulary.ts'
import type { Issue, WireRecord } from './wire-record.ts'

/**
 * Annotations for the OpenAPI document: the name of a shared schema, a description, the list with
 * the allowed words, and pages.
 */
export const schemaNotes = z.registry<SchemaNotes>()

interface SchemaNotes {
  readonly id?: string
  readonly description?: string
  readonly words?: WordList
  /** The schema is a page of a list. The document refers to the shared schema of pages. */
  readonly isPage?: true
}

/** Gives a schema a name in the OpenAPI document. */
export function namedSchema<S extends z.ZodMiniType>(id: string, schema: S): S {
  schemaNotes.add(schema, { id })
  return schema
}

/** Adds a description to a schema. */
export function describedSchema<S extends z.ZodMiniType>(description: string, schema: S): S {
  schemaNotes.add(schema, { description })
  return schema
}

/** Words that each application has its own list of, in its registry. */
export type WordList = 'roles' | 'languages'

/**
 * A word of one of the application's lists. The OpenAPI document lists the words. A call that takes
 * one as input checks it itself.
 */
function wordSchema<Word extends string>(words: WordList) {
  const schema = z.string() as unknown as z.ZodMiniType<Word, Word>
  schemaNotes.add(schema, { words })
  return schema
}
export const roleSchema = () => wordSchema<Role>('roles')
export const languageSchema = () => wordSchema<Language>('languages')

export const text = () => z.string()
export const textOrNull = () => z.nullable(z.string())
export const flag = () => z.boolean()
export const id = () => z.guid()
export const idOrNull = () => z.nullable(z.guid())
export const count = () => z.int().check(z.gte(0))
export const positive = () => z.int().check(z.gte(1))
export const instant = () => z.iso.datetime()
export const instantOrNull = () => z.nullable(z.iso.datetime())
/** `YYYY-MM-DD`. */
export const day = () => z.iso.date()

/**
 * The records that a call is for: a list of ids, or explicitly all. An omitted list never means
 * all.
 */
export const idsOrAll = (max: number) =>
  z
    .strictObject({
      ids: z.optional(z.array(z.uuid()).check(z.minLength(1), z.maxLength(max))),
      all: z.optional(z.literal(true)),
    })
    .check(
      z.refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
        path: ['ids'],
        params: { code: 'required' },
      }),
    )

export const pageShape = <S extends z.ZodMiniType>(item: S) => ({
  totalCount: count(),
  page: positive(),
  pageSize: positive(),
  list: z.array(item),
})

export function pageSchema<S extends z.ZodMiniType>(item: S) {
  const schema = z.strictObject(pageShape(item))
  schemaNotes.add(schema, { isPage: true })
  return schema
}

/** Properties of every record in addition to its fields. */
export const recordShape = {
  id: id(),
  version: positive(),
  createdAt: instant(),
  updatedAt: instant(),
  _title: text(),
  _titles: z.record(text(), text()),
  _translated: z.optional(z.array(text())),
  _can: z.array(text()),
}

/** A record of a resource. Its fields are added to the OpenAPI document from the declaration. */
export const recordSchema = (resource: string) =>
  namedSchema(resource, z.looseObject(recordShape) as unknown as z.ZodMiniType<WireRecord>)

/** A record with additional properties. */
export const recordSchemaWith = <S extends { readonly [part: string]: z.ZodMiniType }>(parts: S) =>
  z.looseObject({ ...recordShape, ...parts }) as unknown as z.ZodMiniType<
    WireRecord & z.output<z.ZodMiniObject<S>>
  >

/** A single record of a resource with additional properties. */
export const detailedRecordSchema = <S extends { readonly [part: string]: z.ZodMiniType }>(
  resource: string,
  details: S,
) => namedSchema(`${resource}-detailed`, recordSchemaWith(details))

export const issueSchema = namedSchema(
  'Issue',
  z.strictObject({
    code: text(),
    params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  }),
)
export const issuesSchema = () => z.record(z.string(), z.array(issueSchema))

/** Rejects a query parameter with one of the application's error codes. */
function refuse(context: { issues: unknown[] }, code: string, params: Issue['params'] = {}): never {
  // `input` must not be empty text, or the issue would become `required`.
  context.issues.push({ code: 'custom', input: 0, params: { code, params } })
  return z.NEVER
}

/** A positive whole number in a query. */
export const wholeNumberParam = (max: number) =>
  z.pipe(
    z.string(),
    z.transform((value: string, context): number => {
      if (!/^\d{1,9}$/.test(value)) return refuse(context, 'type.wrong')
      const number = Number(value)
      if (number < 1) return refuse(context, 'number.tooSmall', { min: 1 })
      return number > max ? refuse(context, 'number.tooLarge', { max }) : number
    }),
  )

/** Comma-separated words in a query. */
export const commaSeparated = <const W extends string>(known: readonly W[]) =>
  z._default(
    z.pipe(
      z.string(),
      z.transform((value: string, context): readonly W[] => {
        const found = value.split(',').filter(Boolean)
        // The cast is safe: every word was checked.
        return found.every((word) => known.includes(word as W))
          ? (found as W[])
          : refuse(context, 'choice.unknown')
      }),
    ),
    [],
  )

export const maxPageNumber = 10_000

/** Query parameters of paged lists. */
export const pageQueryShape = {
  pageNumber: describedSchema(
    'From 1. 1 by default.',
    z._default(wholeNumberParam(maxPageNumber), 1),
  ),
  pageSize: describedSchema(
    '1 to 100. 5 by default.',
    z._default(wholeNumberParam(maxPageSize), defaultPageSize),
  ),
}
