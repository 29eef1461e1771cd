/** JSON schemas of jobs and selections, as `model/jobs.ts` tells them. */
import { editOperators } from '#model/bulk.ts'
import { importEncodings, importSeparators, jobKinds, jobStates, outcomes } from '#model/jobs.ts'
import { type JsonSchema, objectOf, orNull } from './openapi-parts.ts'

const text: JsonSchema = { type: 'string' }
const uuid: JsonSchema = { type: 'string', format: 'uuid' }
const instant: JsonSchema = { type: 'string', format: 'date-time' }
const count: JsonSchema = { type: 'integer', minimum: 0 }
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

export const jobSchemas: { readonly [name: string]: JsonSchema } = {
  Selection: objectOf({ id: uuid, resource: text, total: count, expiresAt: instant }),
  Job: objectOf({
    id: uuid,
    kind: { enum: jobKinds },
    resource: text,
    state: { enum: jobStates },
    action: orNull(text),
    edit: orNull(listOf(objectOf({ field: text, operator: { enum: editOperators }, value: {}, find: text }, ['value', 'find']))),
    fields: listOf(text),
    fileName: orNull(text),
    actor: objectOf({ id: uuid, name: text }),
    total: count,
    done: count,
    counts: { type: 'object', properties: Object.fromEntries(outcomes.map((outcome) => [outcome, count])), additionalProperties: false },
    created: count,
    removed: count,
    createdAt: instant,
    startedAt: orNull(instant),
    finishedAt: orNull(instant),
    error: orNull(text),
    undoes: orNull(uuid),
    undoneBy: orNull(uuid),
    undoUntil: orNull(instant),
    can: listOf({ enum: ['start', 'include', 'pause', 'resume', 'cancel', 'undo'] }),
  }),
  JobItem: objectOf({
    position: count,
    recordId: orNull(uuid),
    title: text,
    outcome: { enum: outcomes },
    isNew: { type: 'boolean' },
    isRemoved: { type: 'boolean' },
    changes: listOf(objectOf({ field: text, before: {}, after: {}, beforeTitle: text, afterTitle: text }, ['beforeTitle', 'afterTitle'])),
    issues: { type: 'object', additionalProperties: listOf({ $ref: '#/components/schemas/Issue' }) },
    cells: orNull(listOf(text)),
  }),
  Import: objectOf({
    job: { $ref: '#/components/schemas/Job' },
    file: objectOf({
      name: text,
      format: { enum: ['csv', 'xlsx'] },
      encoding: orNull({ enum: importEncodings }),
      separator: orNull({ enum: importSeparators }),
      sheets: listOf(text),
      sheet: orNull(text),
    }),
    columns: listOf(objectOf({ heading: text, samples: listOf(text) })),
    mapping: listOf(orNull(text)),
    isRemembered: { type: 'boolean' },
    mode: objectOf({ known: { enum: ['update', 'skip'] }, unknown: { enum: ['create', 'skip'] }, onProblem: { enum: ['skip', 'stop'] } }),
    fields: listOf(objectOf({ name: text, isRequired: { type: 'boolean' }, isKey: { type: 'boolean' } })),
    converted: count,
  }),
  WrongValue: objectOf({ column: count, text, rows: count, issue: { $ref: '#/components/schemas/Issue' } }),
}
