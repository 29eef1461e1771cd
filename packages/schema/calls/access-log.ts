/** The access log of a record, for resources that declare `logsReads`. */
import * as z from 'zod/mini'
import type { AnyResource } from '../resource.ts'
import { defineCall, type ResponseBody } from '../wire/call.ts'
import { instant, namedSchema, pageQueryShape, pageSchema, text } from '../wire/shapes.ts'

/**
 * `listed`: shown in a list with others. `fetched`: a document that was loaded in advance and may
 * not have been seen.
 */
const accessKinds = ['listed', 'opened', 'revealed', 'file', 'fetched', 'exported'] as const

const accessLogEntry = namedSchema(
  'Viewer',
  z.strictObject({ at: instant(), name: text(), kind: z.enum(accessKinds) }),
)
export type WireAccessLogEntry = ResponseBody<typeof accessLogEntry>
const accessLogPage = namedSchema('Viewers', pageSchema(accessLogEntry))

export const accessLogCall = ({ name, path }: AnyResource) =>
  defineCall({
    method: 'GET',
    path: `/api/${path}/:id/viewers`,
    summary: `Lists the users who viewed a record of ${name}, newest first`,
    tag: name,
    access: 'admin',
    params: z.strictObject({ id: z.guid() }),
    query: z.strictObject(pageQueryShape),
    output: accessLogPage,
  })
