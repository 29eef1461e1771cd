/**
 * Declared calls: API calls other than the generated ones. One declaration provides the validation
 * of the route, the function for the browser, the entry in the OpenAPI document and the type of the
 * response.
 */
import type * as z from 'zod/mini'
import type { AnyResource } from '../resource.ts'
import type { GrantName, Role } from '../vocabulary.ts'
import type { Endpoint } from './endpoints.ts'
import type { ErrorType, GenericErrorCode } from './errors.ts'

/**
 * `public`: anyone; the caller is not identified. `optional`: anyone; the caller is identified if
 * signed in. `signedIn`: any user. `admin`: the registry's `adminRole`. Otherwise: the roles with a
 * grant on a resource, or the named roles.
 */
export type CallAccess =
  | 'public'
  | 'optional'
  | 'signedIn'
  | 'admin'
  | { readonly resource: AnyResource; readonly grant: GrantName }
  | { readonly roles: readonly Role[] }

/**
 * How a call that changes something handles the `Idempotency-Key` header. Absent: it runs in one
 * transaction, which also stores the response. `inParts`: it runs in several transactions, none of
 * which takes effect twice. `itself`: the handler implements it. `never`: the call changes nothing,
 * or its response must not be stored; the header is rejected.
 */
export type RepeatPolicy = 'inParts' | 'itself' | 'never'

/** Restrictions that the server checks before the handler runs. */
export interface CallLimits {
  /** Maximum size of the body; absent: the server's default. */
  readonly bodyBytes?: number
  /** The body contains rows, so the default limit on the number of keys does not apply. */
  readonly holdsRows?: true
  /** A GET that must not be started by another site: files, exports, backups. */
  readonly refuseForeignGet?: true
  /** Stores a file, so it is rejected while disk space is low. */
  readonly storesFile?: true
  /** Allowed while the disk is full. */
  readonly whileReadOnly?: true
  /** Allowed for a user who must choose a new password first. */
  readonly beforePasswordChange?: true
}

export interface Call extends Endpoint {
  readonly summary: string
  readonly tag: string
  readonly access: CallAccess
  /** Path parameters. Absent: `:id` is the id of a record, others are text. */
  readonly params?: z.ZodMiniType
  /** Error for a path that matches no record; `record.missing` by default. */
  readonly missing?: GenericErrorCode | ErrorType
  /** Query parameters, parsed from text. Absent: the query is ignored. */
  readonly query?: z.ZodMiniType
  /** Additional headers of this call, with descriptions. */
  readonly headers?: { readonly [name: string]: string }
  readonly input?: z.ZodMiniType
  /** `itself`: the handler validates the body because a schema is not enough. */
  readonly reads?: 'itself'
  /** Parts of a multipart body, with descriptions; the handler reads them. */
  readonly form?: { readonly [part: string]: string }
  /** Schema of `data` in the envelope. Absent: an empty object, or a file if `media` is set. */
  readonly output?: z.ZodMiniType
  /** Media type of a response without the envelope, such as a download. */
  readonly media?: string
  /** Status of a successful response; 200 by default. */
  readonly status?: 201 | 202
  readonly repeats?: RepeatPolicy
  readonly limits?: CallLimits
}

/* @__NO_SIDE_EFFECTS__ */
export const defineCall = <const C extends Call>(call: C): C => call

/** Names of path parameters: `id` in `/api/students/:id/account`. */
type NamesIn<P extends string> = P extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | NamesIn<`/${More}`>
    : Rest
  : never

/** Makes a type deeply readonly. */
type DeepReadonly<T> = T extends readonly (infer I)[]
  ? readonly DeepReadonly<I>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T

/** The type of a response with the schema. */
export type ResponseBody<S extends z.ZodMiniType> = DeepReadonly<z.output<S>>

/** A response without data. */
export type EmptyObject = { readonly [name: string]: never }

export type ParamsOf<C extends Call> = C extends { readonly params: infer S extends z.ZodMiniType }
  ? z.output<S>
  : { readonly [N in NamesIn<C['path']>]: string }
export type QueryOf<C extends Call> = C extends { readonly query: infer S extends z.ZodMiniType }
  ? z.output<S>
  : EmptyObject
export type InputOf<C extends Call> = C extends { readonly reads: 'itself' }
  ? unknown
  : C extends { readonly input: infer S extends z.ZodMiniType }
    ? z.output<S>
    : undefined
export type ResponseOf<C extends Call> = C extends {
  readonly output: infer S extends z.ZodMiniType
}
  ? ResponseBody<S>
  : EmptyObject

/** Arguments of a call: path parameters, query and body. */
export type CallArguments<C extends Call> = Part<
  'params',
  C extends { readonly params: infer S extends z.ZodMiniType } ? z.input<S> : ParamsOf<C>
> &
  (C extends { readonly query: infer S extends z.ZodMiniType }
    ? Part<'query', Sent<z.input<S>, z.output<S>>>
    : { readonly query?: never }) &
  (C extends { readonly input: infer S extends z.ZodMiniType }
    ? Part<'input', DeepReadonly<z.input<S>>>
    : { readonly input?: never })

/** Makes an argument optional if none of its properties is required. */
type Part<Name extends string, T> = {} extends T
  ? { readonly [N in Name]?: T }
  : { readonly [N in Name]: T }

/** A query before it is serialized: numbers, words and lists of them, in addition to text. */
type Sent<Input, Output> = {
  readonly [K in keyof Input]: Input[K] | (K extends keyof Output ? DeepReadonly<Output[K]> : never)
}
