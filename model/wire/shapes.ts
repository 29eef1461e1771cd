/** Parts that the schemas of calls are put together from. */
import * as z from 'zod/mini'
import { defaultPageSize, maxPageSize } from '../vocabulary.ts'
import type { Issue, WireRecord } from './wire-record.ts'

/** Words of the API's document on a schema beside its shape: the name under which calls share it, and words about it. */
export const notes = z.registry<{ readonly id?: string; readonly description?: string }>()

/** A schema that the API's document names. */
export function named<S extends z.ZodMiniType>(id: string, schema: S): S {
  notes.add(schema, { id })
  return schema
}

/** A schema with words about it. */
export function about<S extends z.ZodMiniType>(description: string, schema: S): S {
  notes.add(schema, { description })
  return schema
}

export const text = () => z.string()
export const textOrNull = () => z.nullable(z.string())
export const flag = () => z.boolean()
export const id = () => z.guid()
export const idOrNull = () => z.nullable(z.guid())
/** A whole number that counts something. */
export const count = () => z.int().check(z.gte(0))
export const instant = () => z.iso.datetime()
export const instantOrNull = () => z.nullable(z.iso.datetime())
/** `YYYY-MM-DD`. */
export const day = () => z.iso.date()

/** A page of a list. */
/** Records that a call is about: those named, or all, which has to be said. An absent list never means everything. */
export const namedOrAll = (max: number) =>
  z
    .strictObject({ ids: z.optional(z.array(z.uuid()).check(z.minLength(1), z.maxLength(max))), all: z.optional(z.literal(true)) })
    .check(z.refine(({ ids, all }) => (ids === undefined) !== (all === undefined), { path: ['ids'], params: { code: 'required' } }))

export const pageOf = <S extends z.ZodMiniType>(item: S) =>
  z.strictObject({ totalCount: count(), page: z.int().check(z.gte(1)), pageSize: z.int().check(z.gte(1)), list: z.array(item) })

const meta = {
  id: id(),
  version: z.int().check(z.gte(1)),
  createdAt: instant(),
  updatedAt: instant(),
  _title: text(),
  _titles: z.record(text(), text()),
  _translated: z.optional(z.array(text())),
  _can: z.array(text()),
}

/** A record of a resource. Its fields follow from the declaration, and so does what the document says of them under this name. */
export const recordOf = (resource: string) => named(resource, z.looseObject(meta) as unknown as z.ZodMiniType<WireRecord>)

/** A record with parts beside its fields. */
export const recordWith = <S extends { readonly [part: string]: z.ZodMiniType }>(parts: S) =>
  z.looseObject({ ...meta, ...parts }) as unknown as z.ZodMiniType<WireRecord & z.output<z.ZodMiniObject<S>>>

/** A single record of a resource, with what it carries beside its fields. */
export const detailedOf = <S extends { readonly [part: string]: z.ZodMiniType }>(resource: string, details: S) =>
  named(`${resource}-detailed`, recordWith(details))

export const issue = named(
  'Issue',
  z.strictObject({ code: text(), params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))) }),
)
export const issues = () => z.record(z.string(), z.array(issue))

/** A text of a query that is refused with a code of ours. */
function refuse(context: { issues: unknown[] }, code: string, params: Issue['params'] = {}): never {
  // A text that is empty would be called missing.
  context.issues.push({ code: 'custom', input: 0, params: { code, params } })
  return z.NEVER
}

/** A whole number in a query. */
export const whole = (max: number) =>
  z.pipe(
    z.string(),
    z.transform((value: string, context): number => {
      if (!/^\d{1,9}$/.test(value)) return refuse(context, 'type.wrong')
      const number = Number(value)
      if (number < 1) return refuse(context, 'number.tooSmall', { min: 1 })
      return number > max ? refuse(context, 'number.tooLarge', { max }) : number
    }),
  )

/** Words in a query, separated by commas. */
export const words = <const W extends string>(known: readonly W[]) =>
  z._default(
    z.pipe(
      z.string(),
      z.transform((value: string, context): readonly W[] => {
        const found = value.split(',').filter(Boolean)
        // The words are among the known ones, or refused.
        return found.every((word) => known.includes(word as W)) ? (found as W[]) : refuse(context, 'choice.unknown')
      }),
    ),
    [],
  )

/** Largest page number that is answered. */
export const maxPageNumber = 10_000

/** The part of a query that asks for a page. */
export const page = {
  pageNumber: about('From 1, 1 by default.', z._default(whole(maxPageNumber), 1)),
  pageSize: about('1 to 100, 5 by default.', z._default(whole(maxPageSize), defaultPageSize)),
}
