/** Application forms, for staff. */
import { asAnyResource } from '@matricola/schema/registry.ts'
import { defineCall, type ResponseOf } from '@matricola/schema/wire/call.ts'
import { count, id, text } from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'
import { applicationFormVersions } from '../application-form-versions.ts'
import { applicationForms } from '../application-forms.ts'

export const formUsage = defineCall({
  tag: applicationForms.name,
  access: { resource: asAnyResource(applicationFormVersions), grant: 'read' },
  method: 'GET',
  path: '/api/application-forms/:id/usage',
  summary:
    'Counts the sent applications by version of the form and the applications that answered each question, and lists the questions that ranking rules read',
  output: z.strictObject({
    versions: z.array(z.strictObject({ versionId: id(), applications: count() })),
    items: z.array(z.strictObject({ itemId: z.string(), applications: count() })),
    /** Questions that ranking rules of the session and degree read, by their names in files. */
    ruleReads: z.array(z.strictObject({ key: text(), programme: text() })),
  }),
})
export type WireFormUsage = ResponseOf<typeof formUsage>
