import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { jobEndpoints as calls, endpointsOf } from '#model/endpoints.ts'
import { AppError, invalidInput } from '#model/errors.ts'
import { isId } from '#model/paths.ts'
import type { AnyResource } from '#model/resource.ts'
import { check } from '#model/validation.ts'
import { languages, maxImportColumns, maxPickedRows } from '#model/vocabulary.ts'
import { allResources } from '#resources/index.ts'
import type { Context } from '../context.ts'
import { changeImport } from '../exchange/import-change.ts'
import { mendRow } from '../exchange/import-mend.ts'
import { startImport } from '../exchange/import-start.ts'
import { replaceValue, wrongValues } from '../exchange/import-values.ts'
import { wireImport } from '../exchange/import-wire.ts'
import { pasteCells } from '../exchange/paste.ts'
import { importLimits, receiveFile } from '../exchange/receive-file.ts'
import { templateFile } from '../exchange/template.ts'
import { callerIn } from '../http/caller-hook.ts'
import { ok } from '../http/envelope.ts'
import { ref } from '../http/openapi-schemas.ts'
import { answeredByKey } from '../http/repeatable.ts'
import { routeAt } from '../http/route-at.ts'
import { contentOf } from '../images/receive-upload.ts'
import { wireJob } from '../jobs/wire-job.ts'
import { authorize } from '../policy/permit.ts'
import { bodyOf, idIn } from '../session/body.ts'
import { recordEvent } from '../session/events.ts'
import { languageOf } from '../session/language.ts'
import { demand, limits } from '../session/limiter.ts'
import { sendFile } from './exports.ts'

const maxPasteBytes = 4 * 1024 * 1024
const fieldName = z.string().check(z.maxLength(60))
const cell = z.string().check(z.maxLength(20_000))
const cells = z.array(cell).check(z.maxLength(maxImportColumns))
const modeBody = z.strictObject({
  known: z.enum(['update', 'skip']),
  unknown: z.enum(['create', 'skip']),
  onProblem: z.enum(['skip', 'stop']),
})
const changeBody = z.strictObject({
  mapping: z.optional(z.array(z.nullable(fieldName)).check(z.maxLength(maxImportColumns))),
  mode: z.optional(modeBody),
  check: z.optional(z.literal(true)),
})
const templateQuery = z.strictObject({ format: z.optional(z.enum(['csv', 'xlsx'])), lng: z.optional(z.enum(languages)) })
const rowBody = z.strictObject({ cells })
const valueBody = z.strictObject({
  column: z.int().check(z.nonnegative(), z.lt(maxImportColumns)),
  text: cell.check(z.minLength(1)),
  replacement: cell,
})
const pasteBody = z.strictObject({
  fields: z.array(fieldName).check(z.minLength(1), z.maxLength(maxImportColumns)),
  rows: z.array(z.strictObject({ id: z.string().check(z.refine(isId)), cells })).check(z.minLength(1), z.maxLength(maxPickedRows)),
})

/** Files of rows and pasted blocks: how they become jobs, and what a person says of them before they run. */
export function importRoutes(app: FastifyInstance, context: Context): void {
  const granted = (resource: AnyResource, grant: 'import' | 'bulk') => Object.values(resource.access).some((access) => access[grant])
  app.register(async (scope) => {
    await scope.register(multipart, { limits: importLimits, throwFileSizeLimit: false })
    for (const resource of allResources) if (granted(resource, 'import')) fileRoute(scope, context, resource)
  })
  for (const resource of allResources) if (granted(resource, 'bulk')) pasteRoute(app, context, resource)
  changeRoutes(app, context)
}

function fileRoute(app: FastifyInstance, context: Context, resource: AnyResource): void {
  const { database, clock } = context
  app.route({
    ...routeAt(endpointsOf(resource).importTemplate),
    config: {
      access: { resource, grant: 'import' },
      refuseForeignGet: true,
      doc: {
        summary: `An empty file for ${resource.name}: headings, an example row and, in a workbook, the words of choices`,
        tag: resource.name,
        query: { format: 'csv or xlsx; csv by default.', lng: 'Language of headings and words.' },
        media: 'application/octet-stream',
      },
    },
    async handler(request, reply) {
      const permit = authorize(callerIn(request), resource, 'import')
      const query = check(templateQuery, request.query)
      if (!query.ok) throw invalidInput(query.fields)
      const { format = 'csv', lng } = query.value
      return sendFile(reply, await templateFile(context, permit, { format, language: lng ?? languageOf(request) }))
    },
  })
  app.route({
    ...routeAt(endpointsOf(resource).imports),
    config: {
      access: { resource, grant: 'import' },
      storesFile: true,
      repeats: 'itself',
      doc: {
        summary: `Sends a file of ${resource.name}, CSV or XLSX; multipart: "file", and "encoding", "separator" or "sheet" where they are known`,
        tag: resource.name,
        answer: ref('Import'),
      },
    },
    async handler(request, reply) {
      const caller = callerIn(request)
      await demand(database, limits.imports, caller.id, clock.now())
      try {
        const file = await receiveFile(request)
        return await answeredByKey(context, { request, reply, content: [...contentOf(file), file.reading] }, async () => {
          const id = await startImport(context, caller, resource, file)
          reply.code(201)
          return ok(await wireImport(context, caller, id))
        })
      } catch (error) {
        if (error instanceof AppError)
          await recordEvent(database, clock.now(), { kind: 'uploadRefused', userId: caller.id, details: { code: error.code } })
        throw error
      }
    },
  })
}

function pasteRoute(app: FastifyInstance, context: Context, resource: AnyResource): void {
  app.route({
    ...routeAt(endpointsOf(resource).paste),
    bodyLimit: maxPasteBytes,
    config: {
      access: { resource, grant: 'bulk' },
      holdsRows: true,
      doc: {
        summary: `Puts a block of cells into records of ${resource.name}: the job that checks them`,
        tag: resource.name,
        body: pasteBody,
        answer: ref('Job'),
      },
    },
    async handler(request, reply) {
      const caller = callerIn(request)
      const block = bodyOf(pasteBody, request)
      const id = await pasteCells(context, caller, { resource, block })
      reply.code(202)
      return ok(await wireJob(context, caller, id))
    },
  })
}

const tag = 'Jobs'

function changeRoutes(app: FastifyInstance, context: Context): void {
  const access = 'signedIn'
  app.route({
    ...routeAt(calls.import),
    config: { access, doc: { summary: 'An import: how its file was read, and what its columns mean', tag, answer: ref('Import') } },
    async handler(request) {
      return ok(await wireImport(context, callerIn(request), idIn(request, 'job.missing')))
    },
  })
  app.route({
    ...routeAt(calls.mapImport),
    config: {
      access,
      doc: { summary: 'Says what the columns of an import mean and has its rows checked', tag, body: changeBody, answer: ref('Import') },
    },
    async handler(request) {
      const caller = callerIn(request)
      const id = idIn(request, 'job.missing')
      const { mapping, mode, check } = bodyOf(changeBody, request)
      await changeImport(context, caller, { id, change: { ...(mapping && { mapping }), ...(mode && { mode }), ...(check && { check }) } })
      return ok(await wireImport(context, caller, id))
    },
  })
  app.route({
    ...routeAt(calls.importRow),
    config: {
      access,
      doc: { summary: 'Puts one row of an import right; it is checked at once', tag, body: rowBody, answer: ref('JobItem') },
    },
    async handler(request) {
      const { position } = request.params as { position: string }
      const { cells } = bodyOf(rowBody, request)
      if (!/^\d{1,7}$/.test(position)) throw new AppError('record.missing')
      return ok(await mendRow(context, callerIn(request), { id: idIn(request, 'job.missing'), position: Number(position), cells }))
    },
  })
  valueRoutes(app, context)
}

function valueRoutes(app: FastifyInstance, context: Context): void {
  const access = 'signedIn'
  app.route({
    ...routeAt(calls.wrongValues),
    config: {
      access,
      doc: {
        summary: 'What rows with problems say that no field of their column can hold, said by most rows first',
        tag,
        answer: { type: 'array', items: ref('WrongValue') },
      },
    },
    async handler(request) {
      return ok(await wrongValues(context, callerIn(request), idIn(request, 'job.missing')))
    },
  })
  app.route({
    ...routeAt(calls.replaceValue),
    config: {
      access,
      doc: {
        summary: 'Puts a text in the place of another in every row with problems that says it in a column; the rows are checked',
        tag,
        body: valueBody,
        answer: ref('Import'),
      },
    },
    async handler(request) {
      const caller = callerIn(request)
      const id = idIn(request, 'job.missing')
      await replaceValue(context, caller, { id, ...bodyOf(valueBody, request) })
      return ok(await wireImport(context, caller, id))
    },
  })
}
