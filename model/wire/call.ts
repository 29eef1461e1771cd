/**
 * A call of the API beside those that every resource gets: said once, and from it come the route's checks, the browser's
 * function, the entry in the API's document and the type of its answer.
 */
import type * as z from 'zod/mini'
import type { AnyResource } from '../resource.ts'
import type { GrantName, Role } from '../vocabulary.ts'
import type { Endpoint } from './endpoints.ts'
import type { ErrorCode } from './errors.ts'

/**
 * `public`: anyone, nobody is looked up. `optional`: anyone, the caller is looked up. `signedIn`: any signed-in person.
 * Otherwise the roles that hold a grant on a resource, or the roles named.
 */
export type CallAccess =
  | 'public'
  | 'optional'
  | 'signedIn'
  | { readonly resource: AnyResource; readonly grant: GrantName }
  | { readonly roles: readonly Role[] }

/**
 * Way in which a call that changes something keeps the header `Idempotency-Key`. Absent: its work is one transaction, in which its
 * answer is kept. `inParts`: of many, none of which does anything a second time. `itself`: its handler sees to it. `never`:
 * it changes nothing, or must not be answered twice; it refuses the header.
 */
export type Repeats = 'inParts' | 'itself' | 'never'

/** Further demands of the server on a call before its handler runs. */
export interface CallLimits {
  /** Largest body; without it the server's own limit. */
  readonly bodyBytes?: number
  /** The body holds rows, so many that the usual limit of keys does not fit. */
  readonly holdsRows?: true
  /** A GET that another site must not be able to start: files, exports, backups. */
  readonly refuseForeignGet?: true
  /** Stores a file, which needs room on the disk. */
  readonly storesFile?: true
  /** Answered also while the disk is full. */
  readonly whileReadOnly?: true
  /** Answered also to somebody who must first choose a password. */
  readonly beforePasswordChange?: true
}

export interface Call extends Endpoint {
  readonly summary: string
  readonly tag: string
  readonly access: CallAccess
  /** Parts of the path. Absent: an `:id` is one of a record, anything else is a text. */
  readonly params?: z.ZodMiniType
  /** The refusal of a path that names nothing; `record.missing` by default. */
  readonly missing?: ErrorCode
  /** The query, read from texts. Absent: nobody looks at it. */
  readonly query?: z.ZodMiniType
  /** Headers that the call reads in addition to those of every call, with what each is. */
  readonly headers?: { readonly [name: string]: string }
  readonly input?: z.ZodMiniType
  /** `itself`: what the body must be depends on more than its schema, and the handler finds out. */
  readonly reads?: 'itself'
  /** Parts of a multipart body, with what each is; the handler reads them. */
  readonly form?: { readonly [part: string]: string }
  /** `data` in the envelope. Absent: an empty object, or a file where there is a `media`. */
  readonly output?: z.ZodMiniType
  /** The media type of a body outside the envelope, such as a download. */
  readonly media?: string
  /** The status of a success; 200 by default. */
  readonly status?: 201 | 202
  readonly repeats?: Repeats
  readonly limits?: CallLimits
}

/** Declares a call. */
/* @__NO_SIDE_EFFECTS__ */
export const defineCall = <const C extends Call>(call: C): C => call

/** Names in a path: `id` of `/api/students/:id/account`. */
type NamesIn<P extends string> = P extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | NamesIn<`/${More}`>
    : Rest
  : never

/** Data read of an answer is not to be changed. */
type Read<T> = T extends readonly (infer I)[] ? readonly Read<I>[] : T extends object ? { readonly [K in keyof T]: Read<T[K]> } : T

/** The value that a schema stands for, as an answer holds it. */
export type Answer<S extends z.ZodMiniType> = Read<z.output<S>>

/** An answer that says only that it is done. */
export type Done = { readonly [name: string]: never }

export type ParamsOf<C extends Call> = C extends { readonly params: infer S extends z.ZodMiniType }
  ? z.output<S>
  : { readonly [N in NamesIn<C['path']>]: string }
export type QueryOf<C extends Call> = C extends { readonly query: infer S extends z.ZodMiniType } ? z.output<S> : Done
export type InputOf<C extends Call> = C extends { readonly reads: 'itself' }
  ? unknown
  : C extends { readonly input: infer S extends z.ZodMiniType }
    ? z.output<S>
    : undefined
export type AnswerOf<C extends Call> = C extends { readonly output: infer S extends z.ZodMiniType } ? Answer<S> : Done

/** Input of a call: parts of its path, its query and its body. */
export type Asked<C extends Call> = Part<
  'params',
  C extends { readonly params: infer S extends z.ZodMiniType } ? z.input<S> : ParamsOf<C>
> &
  (C extends { readonly query: infer S extends z.ZodMiniType }
    ? Part<'query', Sent<z.input<S>, z.output<S>>>
    : { readonly query?: never }) &
  (C extends { readonly input: infer S extends z.ZodMiniType } ? Part<'input', Read<z.input<S>>> : { readonly input?: never })

/** A part that may be left out where it asks for nothing. */
type Part<Name extends string, T> = {} extends T ? { readonly [N in Name]?: T } : { readonly [N in Name]: T }

/** A query as the caller has it: numbers, words and lists of them, which travel as texts. */
type Sent<Input, Output> = { readonly [K in keyof Input]: Input[K] | (K extends keyof Output ? Read<Output[K]> : never) }
