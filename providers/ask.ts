/** Makes declared calls, with arguments and responses typed by their declarations. */
import type { AnswerOf, Asked, Call } from '#model/wire/call.ts'
import { type Answered, download, type RequestOptions, request } from './http.ts'

/** Method and path of a call. Pages that must not load its schemas use its endpoint and its type: `ask<typeof call>(endpoint, …)`. */
export type Located<C extends Call> = Pick<C, 'method' | 'path'>

/** Options of a request in addition to its input. */
export type Sending = Pick<RequestOptions, 'headers' | 'signal' | 'form' | 'onProgress' | 'fallback'>

/** Arguments of a call; optional if it has no required input. */
export type AskedArguments<C extends Call, More> = {} extends Asked<C> ? [asked?: Asked<C> & More] : [asked: Asked<C> & More]

/** Makes a call and returns its data and message. Throws `HttpError`, or the browser's `AbortError` if it is aborted. */
export const ask = <C extends Call>(call: C | Located<C>, ...[asked]: AskedArguments<C, Sending>): Promise<Answered<AnswerOf<C>>> =>
  request<AnswerOf<C>>(call, optionsOf(asked))

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

/** Serializes values for a URL: arrays become comma-separated, undefined values are dropped. */
const texts = (values: { readonly [name: string]: unknown }): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )
