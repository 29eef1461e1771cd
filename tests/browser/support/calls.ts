/** API calls as the user of a page, to prepare and verify journeys. */
import type { APIRequestContext } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { type Endpoint, endpointsOf } from '#model/wire/endpoints.ts'
import { resourceNamed } from '#resources/index.ts'
import { type Caller, callerAs, origin } from '#tests/support/browser.ts'

type CallOptions = Parameters<APIRequestContext['fetch']>[1]

/** Returns the data of a call. Throws the error message if the call fails. */
export async function call<T = { readonly id: string }>({ request }: Caller, { method, path }: Endpoint, options: CallOptions = {}) {
  const answer = await request.fetch(path, { ...options, method, headers: { origin, ...options.headers } })
  const body = await answer.json()
  if (!body.success) throw new Error(`${method} ${path}: ${body.message} ${JSON.stringify(body.fields ?? {})}`)
  // Every successful answer has data.
  return body.data as T
}

const settings = endpointsOf(resourceNamed('settings'))
type Settings = Readonly<Record<string, unknown>>

export const changeSettings = async (values: Settings) => void (await call(await callerAs('admin'), settings.update, { data: values }))

/** Restores these settings after the tests of a file, so that the next file starts with those of the demo. */
export function putBack(...names: readonly string[]): void {
  let before: Settings = {}
  beforeAll(async () => {
    const now = await call<Settings>(await callerAs('admin'), settings.list)
    before = Object.fromEntries(names.map((name) => [name, now[name]]))
  })
  afterAll(() => changeSettings(before))
}
