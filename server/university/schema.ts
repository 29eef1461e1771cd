/** Every table, for the tool that writes migrations (`scripts/generate-migrations.mjs`). */
import type { PgTable } from 'drizzle-orm/pg-core'
import { checkRegistry } from '#model/checks/registry.ts'
import { asAny } from '#model/registry.ts'
import { ownResources, resources } from '#resources/index.ts'
import { table } from '#server/engine/database/table.ts'
import * as account from '#server/engine/database/tables/account.ts'
import * as file from '#server/engine/database/tables/file.ts'
import * as history from '#server/engine/database/tables/history.ts'
import * as jobs from '#server/engine/database/tables/jobs.ts'
import * as mail from '#server/engine/database/tables/mail.ts'
import * as meta from '#server/engine/database/tables/meta.ts'
import * as session from '#server/engine/database/tables/session.ts'
import * as academic from './tables/academic.ts'
import * as admission from './tables/admission.ts'

// No table is made of a declaration that would stop the start.
checkRegistry(resources)

/** Indexes that no declaration can ask for. */
const more = {
  'exam-resits': [academic.oneOpenResit],
  'data-changes': [academic.oneOpenChange],
  registrations: [admission.oneActiveApplication, admission.sameAddress],
  students: [academic.countedStudents],
}

/** The table of each resource, by the resource's name. */
export const recordTables: { readonly [resource: string]: PgTable } = Object.fromEntries(
  Object.values(resources).map((resource) => [resource.name, table(asAny(resource), idColumnOf, more[resource.name as keyof typeof more])]),
)

const handmade = { ...academic, ...account, ...admission, ...file, ...history, ...jobs, ...mail, ...meta, ...session }

/** The tables of each pack. What is no table the tool leaves out. */
export const tablesOfPacks = {
  university: { ...handmade, ...tablesOf((name) => !Object.hasOwn(ownResources, name)) },
  own: tablesOf((name) => Object.hasOwn(ownResources, name)),
}

function tablesOf(isOf: (resource: string) => boolean) {
  return Object.fromEntries(Object.entries(recordTables).filter(([name]) => isOf(name)))
}

function idColumnOf(name: string) {
  // References lead to registered resources only (defineRegistry), and every table of them has an id.
  return (recordTables[name] as PgTable & { id: never }).id
}
