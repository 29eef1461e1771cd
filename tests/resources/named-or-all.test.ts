import * as many from '@matricola/schema/calls/bulk-and-import.ts'
import * as inbox from '@matricola/schema/calls/inbox.ts'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import * as review from '#resources/calls/review.ts'

interface Named {
  readonly path: string
  readonly input: z.ZodMiniObject
}

const isNamed = (value: unknown): value is Named =>
  typeof value === 'object' &&
  value !== null &&
  'input' in value &&
  'shape' in (value.input as object) &&
  'ids' in (value as Named).input.shape

const calls = (
  [...Object.values(inbox), ...Object.values(review), ...Object.values(many)] as readonly unknown[]
).filter(isNamed)

const id = '0199a000-0000-7000-8000-000000000001'

test.each(calls.map((call) => [call.path, call] as const))(
  '%s accepts a list of records, or all records if the call requests this explicitly',
  (_, { input }) => {
    const accepts = (body: unknown) => input.safeParse(body).success
    expect(accepts({ ids: [id] })).toBe(true)
    expect(accepts({ all: true })).toBe(true)
    for (const body of [
      {},
      null,
      undefined,
      { ids: null },
      { ids: [] },
      { all: false },
      { all: null },
      { ids: [id], all: true },
    ])
      expect([body, accepts(body)]).toEqual([body, false])
  },
)

test('there are calls for listed or all records', () => {
  expect(calls.map(({ path }) => path).sort()).toEqual([
    '/api/messages/read',
    '/api/notifications/read',
    '/api/registrations/release-decisions',
  ])
})
