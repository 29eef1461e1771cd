/** Asks a declared call: what it takes and what it answers follow from its declaration. */
import type { AnswerOf, Asked, Call } from '#model/wire/call.ts'
import { type Answered, download, type RequestOptions, request } from './http.ts'

/** Where a call is. Pages that must not load its schemas name it by its endpoint, and its type: `ask<typeof call>(endpoint, …)`. */
export type Located<C extends Call> = Pick<C, 'method' | 'path'>

/** Options of sending a call, beside its input. */
export type Sending = Pick<RequestOptions, 'headers' | 'signal' | 'form' | 'onProgress' | 'fallback'>

/** Input of a call where it takes any. */
export type AskedArguments<C extends Call, More> = {} extends Asked<C> ? [asked?: Asked<C> & More] : [asked: Asked<C> & More]

/** Makes a call and answers its data and message. Throws `HttpError`; an aborted call throws the browser's `AbortError`. */
export const ask = <C extends Call>(call: C | Located<C>, ...[asked]: AskedArguments<C, Sending>): Promise<Answered<AnswerOf<C>>> =>
  request<AnswerOf<C>>(call, optionsOf(asked))

/** Makes a call whose answer is a file. */
export const askFile = <C extends Call>(call: C | Located<C>, ...[asked]: AskedArguments<C, Sending>) => download(call, optionsOf(asked))

interface AnyAsked extends Sending {
  readonly params?: { readonly [name: string]: unknown }
  readonly query?: { readonly [name: string]: unknown }
  readonly input?: unknown
}

function optionsOf({ params, query, input, ...sending }: AnyAsked = {}): RequestOptions {
  return {
    ...sending,
    ...(params && { path: texts(params) }),
    ...(query && { params: texts(query) }),
    ...(input !== undefined && { body: input }),
  }
}

/** As it stands in an address: lists with commas between their words, nothing for what is left out. */
const texts = (values: { readonly [name: string]: unknown }): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )
