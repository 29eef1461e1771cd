/** Calls of the API as the person of a page, for what a journey needs before and after what it is about. */
import type { APIRequestContext } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { type Endpoint, endpointsOf } from '#model/wire/endpoints.ts'
import { resourceNamed } from '#resources/index.ts'
import { type Caller, callerAs, origin } from '#tests/support/browser.ts'

type CallOptions = Parameters<APIRequestContext['fetch']>[1]

/** The data of a call's answer. Throws for a refusal, with its words. */
export async function call<T = { readonly id: string }>({ request }: Caller, { method, path }: Endpoint, options: CallOptions = {}) {
  const answer = await request.fetch(path, { ...options, method, headers: { origin, ...options.headers } })
  const body = await answer.json()
  if (!body.success) throw new Error(`${method} ${path}: ${body.message} ${JSON.stringify(body.fields ?? {})}`)
  // Every success of the API carries its data.
  return body.data as T
}

const settings = endpointsOf(resourceNamed('settings'))
type Settings = Readonly<Record<string, unknown>>

export const changeSettings = async (values: Settings) => void (await call(await callerAs('admin'), settings.update, { data: values }))

/** Puts back these settings after the tests of a file: the next file meets the program as the demo left it. */
export function putBack(...names: readonly string[]): void {
  let before: Settings = {}
  beforeAll(async () => {
    const now = await call<Settings>(await callerAs('admin'), settings.list)
    before = Object.fromEntries(names.map((name) => [name, now[name]]))
  })
  afterAll(() => changeSettings(before))
}
