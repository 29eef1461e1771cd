import type { FastifyInstance, FastifyReply } from 'fastify'
import { endpointsOf, jobEndpoints } from '#model/endpoints.ts'
import { exportFormats } from '#model/exchange.ts'
import type { AnyResource } from '#model/resource.ts'
import { allResources } from '#resources/index.ts'
import type { Context } from '../context.ts'
import { exportFile, exportPermits, type SentFile } from '../exchange/export.ts'
import { exportQuery } from '../exchange/export-query.ts'
import { jobFile } from '../exchange/job-file.ts'
import { callerIn } from '../http/caller-hook.ts'
import { routeAt } from '../http/route-at.ts'
import { itemsFileQuery } from '../jobs/list-jobs.ts'
import { shownJob } from '../jobs/wire-job.ts'
import { idIn } from '../session/body.ts'
import { languageOf } from '../session/language.ts'
import { originOf } from '../session/session-cookies.ts'
import { listDoc } from './resource-docs.ts'

/** Downloads of records, for every resource that somebody may export. Never started by another site. */
export function exportRoutes(app: FastifyInstance, context: Context): void {
  for (const resource of allResources) if (Object.values(resource.access).some((access) => access.export)) addExport(app, context, resource)
  addJobFile(app, context)
}

function addExport(app: FastifyInstance, context: Context, resource: AnyResource): void {
  app.route({
    ...routeAt(endpointsOf(resource).export),
    config: {
      access: { resource, grant: 'export' },
      refuseForeignGet: true,
      doc: {
        summary: `The records of ${resource.name} that a list's query finds, or a selection's, as a file`,
        tag: resource.name,
        query: exportParams(resource),
        media: 'application/octet-stream',
      },
    },
    async handler(request, reply) {
      const permits = exportPermits(request.caller, resource)
      const query = exportQuery(resource, permits.read.role, request.query)
      if (request.method === 'HEAD') return reply.send('')
      const language = query.language ?? languageOf(request)
      return sendFile(reply, await exportFile(context, permits, { query, language, address: originOf(request).address }))
    },
  })
}

function exportParams(resource: AnyResource): { readonly [name: string]: string } {
  const { pageNumber: _number, pageSize: _size, ...list } = listDoc(resource).query ?? {}
  return {
    ...list,
    selection: 'Id of a selection, in place of a query.',
    format: `One of ${exportFormats.join(', ')}; csv by default.`,
    form: 'import (keys and ISO dates, read back by an import; the default) or people (names and dates as the pages show them).',
    columns: "Fields, separated by commas; by default the list's columns and what names the record.",
    lng: 'Language of headings and words.',
  }
}

function addJobFile(app: FastifyInstance, context: Context): void {
  app.route({
    ...routeAt(jobEndpoints.itemsFile),
    config: {
      access: 'signedIn',
      refuseForeignGet: true,
      doc: {
        summary: 'The rows of a job as a file: what became of each, or rows of a file with the reasons to put them right',
        tag: 'Jobs',
        query: {
          outcome: 'Outcomes, separated by commas; all by default.',
          format: `One of ${exportFormats.join(', ')}; csv by default.`,
          lng: 'Language of headings and words.',
        },
        media: 'application/octet-stream',
      },
    },
    async handler(request, reply) {
      const { outcomes, format, language = languageOf(request) } = itemsFileQuery(request.query)
      const id = idIn(request, 'job.missing')
      const asked = { id, outcomes, format, language, address: originOf(request).address }
      if (request.method === 'HEAD') {
        await shownJob(context.database, callerIn(request), id)
        return reply.send('')
      }
      return sendFile(reply, await jobFile(context, callerIn(request), asked))
    },
  })
}

/** Sends a file as it is made. */
export const sendFile = (reply: FastifyReply, { name, media, content }: SentFile) =>
  reply.type(media).header('content-disposition', attachment(name)).send(content)

/** Headers hold ASCII; programs that know better take the name as it is. */
function attachment(name: string): string {
  const plain = name.normalize('NFD').replace(/[^\x21-\x7e]|"/g, '')
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`}`
}
