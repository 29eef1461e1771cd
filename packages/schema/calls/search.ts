/** Search across resources. */
import * as z from 'zod/mini'
import { defineCall } from '../wire/call.ts'
import { describedSchema, id, namedSchema, text } from '../wire/shapes.ts'

const finding = namedSchema(
  'Finding',
  z.strictObject({ type: text(), id: id(), title: text(), subtitle: text() }),
)

export const searchRecords = defineCall({
  method: 'GET',
  path: '/api/search',
  summary: 'Searches all records that the caller may read',
  tag: 'Search',
  access: 'signedIn',
  query: z.strictObject({
    q: describedSchema(
      'Words, or a complete encrypted value.',
      z._default(z.string().check(z.maxLength(100)), ''),
    ),
  }),
  output: z.array(finding),
})
