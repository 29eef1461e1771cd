/** Calls for views of lists other than the generated ones. */
import * as z from 'zod/mini'
import { asAny } from '#model/registry.ts'
import { defineCall } from '#model/wire/call.ts'
import { about, text } from '#model/wire/shapes.ts'
import { viewCounts } from '#model/wire/wire.ts'
import { savedViews } from '../saved-views.ts'

export const counts = defineCall({
  method: 'GET',
  path: '/api/saved-views/counts',
  summary: 'How many records each view of a list holds',
  tag: 'saved-views',
  access: { resource: asAny(savedViews), grant: 'read' },
  query: z.strictObject({ list: about('Name of the resource whose list it is.', z.optional(text())) }),
  output: viewCounts,
})
