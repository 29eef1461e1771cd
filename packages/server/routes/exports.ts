import { exportItems } from '@matricola/schema/calls/jobs.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { exportFormats } from '@matricola/schema/wire/exchange.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { type ExportedFile, exportFile, exportPermits } from '../exchange/export/export.ts'
import { jobFile } from '../exchange/export/job-file.ts'
import { parseExportQuery } from '../exchange/export/query.ts'
import { lastWritePosition } from '../http/read-your-writes.ts'
import { registerCall } from '../http/register-call.ts'
import { routeOptionsOf } from '../http/route-options.ts'
import { getJobWithUndo } from '../jobs/wire-job.ts'
import { parseAsOf } from '../records/as-of/parse-as-of.ts'
import { resourceForLists } from '../records/dynamic-resource.ts'
import { languageOf } from '../session/language.ts'
import { sessionLocationOf } from '../session/session-cookies.ts'
import { listDoc } from './resource-docs.ts'

/**
 * Downloads of records, for every resource that some role may export. Other sites cannot start
 * them.
 */
export function exportRoutes(app: FastifyInstance, context: Context): void {
  for (const resource of context.registry.resources)
    if (Object.values(resource.access).some((access) => access.export))
      addExport(app, context, resource)
  addJobFile(app, context)
}

function addExport(app: FastifyInstance, context: Context, resource: AnyResource): void {
  app.route({
    ...routeOptionsOf(endpointsOf(resource).export),
    config: {
      access: { resource, grant: 'export' },
      refuseForeignGet: true,
      doc: {
        summary: `Exports the records of ${resource.name} that match a list query, or those of a selection, as a file`,
        tag: resource.name,
        query: exportParams(resource),
        media: 'application/octet-stream',
      },
    },
    async handler(request, reply) {
      const { asOf } = parseAsOf(request.query)
      const listed = asOf ? resource : await resourceForLists(context, resource)
      const permits = exportPermits(request.caller, listed)
      const query = parseExportQuery(listed, permits.read.role, request.query)
      if (request.method === 'HEAD') return reply.send('')
      const language = query.language ?? languageOf(request)
      const exportRequest = {
        query,
        language,
        address: sessionLocationOf(request).address,
        after: lastWritePosition(request, context),
      }
      return sendFileStream(reply, await exportFile(context, permits, exportRequest))
    },
  })
}

function exportParams(resource: AnyResource): { readonly [name: string]: string } {
  const { pageNumber: _number, pageSize: _size, ...list } = listDoc(resource).query ?? {}
  return {
    ...list,
    selection: 'Id of a selection, instead of a query.',
    format: `One of ${exportFormats.join(', ')}; csv by default.`,
    form: '`import` (the default: keys and ISO dates, which an import can read) or `people` (names and dates as the pages show them).',
    columns:
      "Fields, separated by commas. By default the list's columns and the fields that identify the record.",
    lng: 'Language of headings and labels.',
  }
}

function addJobFile(app: FastifyInstance, context: Context): void {
  registerCall(
    app,
    exportItems,
    async ({ request, reply, caller, params: { id }, query: { outcome, format, lng } }) => {
      if (request.method === 'HEAD') {
        await getJobWithUndo(context, caller, id)
        return reply.send('')
      }
      const language = context.registry.languages.find((one) => one === lng) ?? languageOf(request)
      const exportRequest = {
        id,
        outcomes: outcome,
        format: format[0] ?? 'csv',
        language,
        address: sessionLocationOf(request).address,
      }
      return sendFileStream(reply, await jobFile(context, caller, exportRequest))
    },
  )
}

/** Streams a file while it is generated. */
export const sendFileStream = (reply: FastifyReply, { name, media, content }: ExportedFile) =>
  reply.type(media).header('content-disposition', attachment(name)).send(content)

/** Headers hold only ASCII. Clients that support `filename*` get the full name. */
function attachment(name: string): string {
  const ascii = name.normalize('NFD').replace(/[^\x21-\x7e]|"/g, '')
  return `attachment; filename="${ascii}"${ascii === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`}`
}
