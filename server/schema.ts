/** All tables, for the tool that writes migrations (`scripts/generate-migrations.mjs`). */

import { checkRegistry } from '@matricola/schema/checks/registry.ts'
import { baseOf, extensionPartOf } from '@matricola/schema/extension.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { defineExtensionTable, defineLinkTables, defineTable } from '@matricola/server/database/table.ts'
import * as account from '@matricola/server/database/tables/account.ts'
import * as file from '@matricola/server/database/tables/file.ts'
import * as history from '@matricola/server/database/tables/history.ts'
import * as jobs from '@matricola/server/database/tables/jobs.ts'
import * as mail from '@matricola/server/database/tables/mail.ts'
import * as meta from '@matricola/server/database/tables/meta.ts'
import * as session from '@matricola/server/database/tables/session.ts'
import type { PgTable } from 'drizzle-orm/pg-core'
import { allResources, customResources, registry, resources, universityExtensions } from '#resources/index.ts'
import * as academic from './tables/academic.ts'
import * as admission from './tables/admission.ts'

// Fails for declarations with which the program would not start, so that no migration is made from them.
checkRegistry(registry, resources, universityExtensions)

/** Indexes that declarations cannot describe. */
const extraIndexes = {
  'exam-resits': [academic.openResitIndex],
  'data-changes': [academic.openDataChangeIndex],
  registrations: [admission.activeApplicationIndex, admission.sameEmailIndex],
  students: [academic.studentCountIndex],
}

/** The complete table of each resource, by its name, with the columns of all packs. */
export const recordTables: { readonly [resource: string]: PgTable } = Object.fromEntries(
  allResources.map((resource) => [resource.name, defineTable(resource, idColumnOf, extraIndexesOf(resource.name))]),
)

const systemTables = { ...academic, ...account, ...admission, ...file, ...history, ...jobs, ...mail, ...meta, ...session }
const isOwn = ({ name }: AnyResource) => Object.hasOwn(customResources, name)
const isExtended = (resource: AnyResource) => baseOf(resource) !== resource

/** The tables of each pack. The tool ignores exports that are not tables. */
export const packTables = {
  university: {
    ...systemTables,
    ...tablesOf(
      (resource) => !isOwn(resource),
      (resource) => defineTable(baseOf(resource), idColumnOf, extraIndexesOf(resource.name)),
    ),
    ...linksOf(allResources.filter((resource) => !isOwn(resource)).map(baseOf)),
  },
  own: {
    ...tablesOf(isOwn, (resource) => defineTable(resource, idColumnOf)),
    // For extended resources, only the columns that the university adds.
    ...tablesOf(isExtended, (resource) => defineExtensionTable(baseOf(resource), resource, idColumnOf)),
    ...linksOf([...allResources.filter(isOwn), ...allResources.filter(isExtended).map(extensionPartOf)]),
  },
}

/** The declarations behind the tables of each pack. */
export const packResources: { readonly [P in keyof typeof packTables]: readonly AnyResource[] } = {
  university: allResources.filter((resource) => !isOwn(resource)).map(baseOf),
  own: [...allResources.filter(isOwn), ...allResources.filter(isExtended).map(extensionPartOf)],
}

function tablesOf(isSelected: (resource: AnyResource) => boolean, define: (resource: AnyResource) => PgTable) {
  return Object.fromEntries(allResources.filter(isSelected).map((resource) => [resource.name, define(resource)]))
}

function linksOf(linked: readonly AnyResource[]) {
  return Object.assign({}, ...linked.map((resource) => defineLinkTables(resource, idColumnOf))) as { [name: string]: PgTable }
}

function extraIndexesOf(name: string) {
  return extraIndexes[name as keyof typeof extraIndexes]
}

function idColumnOf(name: string) {
  // References can only name registered resources (see `defineResources`), whose tables all have an id.
  return (recordTables[name] as PgTable & { id: never }).id
}
