/** The access log of a record, for resources that declare `logsReads`. */
import * as z from 'zod/mini'
import type { AnyResource } from '../resource.ts'
import { type Answer, defineCall } from '../wire/call.ts'
import { instant, named, page, pageOf, text } from '../wire/shapes.ts'

/** `listed`: shown in a list with others. `fetched`: a document that was loaded in advance and may not have been seen. */
const viewerKinds = ['listed', 'opened', 'revealed', 'file', 'fetched', 'exported'] as const

const viewer = named('Viewer', z.strictObject({ at: instant(), name: text(), kind: z.enum(viewerKinds) }))
export type WireViewer = Answer<typeof viewer>
const viewers = named('Viewers', pageOf(viewer))

export const viewersCall = ({ name, path }: AnyResource) =>
  defineCall({
    method: 'GET',
    path: `/api/${path}/:id/viewers`,
    summary: `Who looked at a record of ${name}, newest first`,
    tag: name,
    access: { roles: ['admin'] },
    params: z.strictObject({ id: z.guid() }),
    query: z.strictObject(page),
    output: viewers,
  })
