/** Calls for views of lists other than the generated ones. */

import { asAnyResource } from '@matricola/schema/registry.ts'
import { defineCall } from '@matricola/schema/wire/call.ts'
import { describedSchema, text } from '@matricola/schema/wire/shapes.ts'
import { viewCountsSchema } from '@matricola/schema/wire/wire.ts'
import * as z from 'zod/mini'
import { savedViews } from '../saved-views.ts'

export const getViewCounts = defineCall({
  method: 'GET',
  path: '/api/saved-views/counts',
  summary: 'Returns the number of records in each view of a list',
  tag: 'saved-views',
  access: { resource: asAnyResource(savedViews), grant: 'read' },
  query: z.strictObject({ list: describedSchema("Name of the list's resource.", z.optional(text())) }),
  output: viewCountsSchema,
})
