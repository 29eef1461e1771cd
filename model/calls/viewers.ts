/** Persons who looked at a record, of a resource whose declaration says `logsReads`. */
import * as z from 'zod/mini'
import type { AnyResource } from '../resource.ts'
import { type Answer, defineCall } from '../wire/call.ts'
import { instant, named, page, pageOf, text } from '../wire/shapes.ts'

/** `listed`: among others, in a list; `fetched`: a document that was loaded ahead, which nobody may have seen. */
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
