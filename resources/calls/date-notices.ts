/** How many applicants moved dates of a session or a round concern. */
import { asAnyResource } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { defineCall } from '@matricola/schema/wire/call.ts'
import { count } from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'
import { type NoticeResource, noticeDates } from '../admission/date-notices.ts'
import { admissionRounds } from '../admission-rounds.ts'
import { admissionSessions } from '../admission-sessions.ts'

const countCall = (resource: AnyResource, name: NoticeResource) =>
  defineCall({
    ...{ tag: name, access: { resource, grant: 'update' } },
    ...{ method: 'GET', path: `/api/${name}/:id/date-notice` },
    summary:
      'Counts the applicants who would be notified if these dates were saved: those whom a date that moves and lies ahead concerns',
    query: z.partial(
      z.object(
        Object.fromEntries(
          Object.keys(noticeDates[name]).map((field) => [field, z.string().check(z.maxLength(40))]),
        ),
      ),
    ),
    output: z.strictObject({ applicants: count(), dates: z.array(z.string()) }),
  } as const)

export const roundNotice = countCall(asAnyResource(admissionRounds), 'admission-rounds')
export const sessionNotice = countCall(asAnyResource(admissionSessions), 'admission-sessions')
