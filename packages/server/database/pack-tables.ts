/** The tables of an application, by pack. Migrations are generated from them. */
import { baseOf, extensionPartOf } from '@matricola/schema/extension.ts'
import type { Registry } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { PgTable, PgTableExtraConfigValue } from 'drizzle-orm/pg-core'
import { defineExtensionTable, defineLinkTables, defineTable } from './table.ts'
import * as account from './tables/account.ts'
import * as file from './tables/file.ts'
import * as history from './tables/history.ts'
import * as jobs from './tables/jobs.ts'
import * as mail from './tables/mail.ts'
import * as meta from './tables/meta.ts'
import * as session from './tables/session.ts'

/** Tables and indexes that declarations cannot describe. */
export interface TableContributions {
  /**
   * Tables of no resource, made with `pgTable`. Exports that are not tables are ignored, so this
   * can be the exports of a module.
   */
  readonly tables?: object
  /** Indexes of the tables of resources, by resource. */
  readonly indexes?: { readonly [resource: string]: readonly PgTableExtraConfigValue[] }
}

/** The tables that the migrations of a pack create. */
export interface PackTables {
  readonly pack: string
  /** Folder of the migrations, relative to the application. */
  readonly migrations: string | undefined
  readonly tables: { readonly [name: string]: unknown }
  /** The declarations behind the tables. For an extended resource, only what the extension adds. */
  readonly resources: readonly AnyResource[]
}

interface PackWithTables extends TableContributions {
  readonly name: string
  readonly migrations?: string
}

const systemTables = { ...account, ...file, ...history, ...jobs, ...mail, ...meta, ...session }

/**
 * Indexes that searches and "contains" use need it. Both engines bring it; on PostgreSQL it is a
 * trusted extension.
 */
export const createSearchExtension = 'CREATE EXTENSION IF NOT EXISTS pg_trgm;'

/**
 * Returns the tables of each pack. The tables that every application has and those of the resources
 * belong to the first pack. What custom code adds to the registry belongs to the second pack with
 * migrations, if there is one. Throws for a third one.
 */
export function tablesOfPacks(
  registry: Registry,
  packs: readonly PackWithTables[],
): readonly PackTables[] {
  const [first, ...others] = packs
  const [custom, tooMany] = others.filter(({ migrations }) => migrations !== undefined)
  if (first === undefined) throw new Error('an application needs a pack')
  if (tooMany !== undefined)
    throw new Error(`the pack "${tooMany.name}" has migrations. Only two packs can have some.`)
  const complete = recordTables(registry, packs)
  // References can only name registered resources (see `defineResources`), whose tables all have an
  // id.
  const idColumnOf = (name: string) => (complete[name] as PgTable & { id: never }).id
  const linksOf = (resources: readonly AnyResource[]) =>
    Object.assign({}, ...resources.map((each) => defineLinkTables(each, idColumnOf)))
  if (custom && registry.resources.every(({ name }) => registry.isAdded(name)))
    throw new Error(
      `the pack "${custom.name}" has migrations, so \`added\` of createRegistry() must name the resources that it adds`,
    )
  const added = custom ? registry.resources.filter(({ name }) => registry.isAdded(name)) : []
  const extended = custom
    ? registry.resources.filter((resource) => baseOf(resource) !== resource)
    : []
  const bases = registry.resources
    .filter((resource) => !added.includes(resource))
    .map((resource) => (extended.includes(resource) ? baseOf(resource) : resource))
  const firstPacks = packs.filter((pack) => pack !== custom)
  const firstTables = {
    pack: first.name,
    migrations: first.migrations,
    tables: {
      ...systemTables,
      ...tablesOf(firstPacks),
      ...byName(bases, (base) => defineTable(base, idColumnOf, indexesOf(firstPacks, base))),
      ...linksOf(bases),
    },
    resources: bases,
  }
  if (custom === undefined) return [firstTables]
  const customParts = [...added, ...extended.map(extensionPartOf)]
  const customTables = {
    pack: custom.name,
    migrations: custom.migrations,
    tables: {
      ...tablesOf([custom]),
      ...byName(added, (resource) =>
        defineTable(resource, idColumnOf, indexesOf([custom], resource)),
      ),
      ...byName(extended, (resource) =>
        defineExtensionTable(baseOf(resource), resource, idColumnOf, indexesOf([custom], resource)),
      ),
      ...linksOf(customParts),
    },
    resources: customParts,
  }
  return [firstTables, customTables]
}

/** The complete table of each resource, by its name, with the columns and indexes of all packs. */
export function recordTables(
  registry: Registry,
  packs: readonly TableContributions[] = [],
): { readonly [resource: string]: PgTable } {
  const idColumnOf = (name: string) => (tables[name] as PgTable & { id: never }).id
  const tables: { readonly [resource: string]: PgTable } = byName(registry.resources, (resource) =>
    defineTable(resource, idColumnOf, indexesOf(packs, resource)),
  )
  return tables
}

const indexesOf = (packs: readonly TableContributions[], { name }: AnyResource) =>
  packs.flatMap(({ indexes }) => indexes?.[name] ?? [])

const tablesOf = (packs: readonly TableContributions[]): object =>
  Object.assign({}, ...packs.map(({ tables }) => tables))

const byName = (resources: readonly AnyResource[], define: (resource: AnyResource) => PgTable) =>
  Object.fromEntries(resources.map((resource) => [resource.name, define(resource)]))
