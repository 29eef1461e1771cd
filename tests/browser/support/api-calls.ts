/** API calls as the user of a page, to prepare and verify journeys. */

import { type Endpoint, endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { APIRequestContext } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { getResource } from '#resources/index.ts'
import { type ApiCaller, apiCallerAs, origin } from '#tests/support/browser.ts'

type CallOptions = Parameters<APIRequestContext['fetch']>[1]

/** Returns the data of a call. Throws the error message if the call fails. */
export async function requestApi<T = { readonly id: string }>(
  { request }: ApiCaller,
  { method, path }: Endpoint,
  options: CallOptions = {},
) {
  const answer = await request.fetch(path, {
    ...options,
    method,
    headers: { origin, ...options.headers },
  })
  const body = await answer.json()
  if (!body.success)
    throw new Error(`${method} ${path}: ${body.message} ${JSON.stringify(body.fields ?? {})}`)
  // Every successful response has data.
  return body.data as T
}

const settings = endpointsOf(getResource('settings'))
type Settings = Readonly<Record<string, unknown>>

export const changeSettings = async (values: Settings) =>
  void (await requestApi(await apiCallerAs('admin'), settings.update, { data: values }))

/**
 * Restores these settings after the tests in a file, so that the next file starts with the settings
 * of the demo.
 */
export function restoreSettingsAfterwards(...names: readonly string[]): void {
  let before: Settings = {}
  beforeAll(async () => {
    const now = await requestApi<Settings>(await apiCallerAs('admin'), settings.list)
    before = Object.fromEntries(names.map((name) => [name, now[name]]))
  })
  afterAll(() => changeSettings(before))
}
