/** The migrations that this program contains: SQL files of each pack, in order. */

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Registry } from '@matricola/schema/registry.ts'

/** A migration's name and the SHA-256 of its text. */
export interface MigrationIdentity {
  readonly tag: string
  readonly hash: string
}
export interface Migration extends MigrationIdentity {
  readonly statements: readonly string[]
  /**
   * Migrations that this one replaces, in order. A database that has all of them needs no change.
   */
  readonly replaces?: readonly MigrationIdentity[]
  /**
   * The last version of the program that contains the replaced migrations. It must first open any
   * database that lacks some of them.
   */
  readonly replacedAfter?: string
  /**
   * First migrations of even older databases. The version `replacedAfter` must first open these
   * databases too.
   */
  readonly firstOfOlder?: readonly string[]
}
/** An entry of `replaced.json`. */
interface ReplacedMigrations {
  readonly lastVersion: string
  readonly migrations: readonly MigrationIdentity[]
  readonly firstOfOlder: readonly string[]
}
/** The migrations of a pack, in order. Packs are migrated independently. */
export interface PackMigrations {
  readonly pack: string
  readonly migrations: readonly Migration[]
  /**
   * Names resources and fields in the explanation of a failure; absent: tables and columns are
   * named.
   */
  readonly registry?: Registry
}
/** The newest migration of each pack that has any. */
export type SchemaVersions = { readonly [pack: string]: string }

/**
 * Returns the application's first pack, which owns migrations and backups from before packs
 * existed.
 */
export const firstPackOf = (packs: readonly Pick<PackMigrations, 'pack'>[]): string =>
  packs[0]?.pack ?? ''

/**
 * Returns the migrations in a folder, in order, or none if the folder has no journal.
 * `replaced.json` lists, by tag, the migrations that a migration replaces, and the last version of
 * the program that contains them.
 */
export function readMigrations(folder: string): Migration[] {
  if (!existsSync(join(folder, 'meta/_journal.json'))) return []
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[]
  }
  const list = join(folder, 'replaced.json')
  const replaced: { readonly [tag: string]: ReplacedMigrations } = existsSync(list)
    ? JSON.parse(readFileSync(list, 'utf8'))
    : {}
  return journal.entries.map(({ tag }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8').replaceAll('\r\n', '\n')
    const statements = text
      .split('--> statement-breakpoint')
      .map((statement) => statement.trim())
      .filter((statement) => statement !== '')
    const former = replaced[tag]
    return {
      tag,
      hash: createHash('sha256').update(text).digest('hex'),
      statements,
      ...(former && {
        replaces: former.migrations,
        replacedAfter: former.lastVersion,
        firstOfOlder: former.firstOfOlder,
      }),
    }
  })
}

/**
 * Returns the migrations of each pack up to its version in `until`, or all of them if `until` is
 * undefined. Returns none for a pack without a version.
 */
export const migrationsUntil = (
  packs: readonly PackMigrations[],
  until: SchemaVersions | undefined,
): readonly PackMigrations[] =>
  until === undefined
    ? packs
    : packs.map((pack) => ({
        ...pack,
        migrations: pack.migrations.slice(
          0,
          migrationIndexOf(pack.migrations, until[pack.pack]) + 1,
        ),
      }))

/** Returns the index of the migration that leads to a version, or -1 if there is none. */
export const migrationIndexOf = (
  migrations: readonly Migration[],
  version: string | undefined,
): number =>
  migrations.findIndex(({ tag, replaces }) => tag === version || replaces?.at(-1)?.tag === version)

/** Returns the newest known migration of each pack that has any. */
export const knownSchemaVersions = (packs: readonly PackMigrations[]): SchemaVersions =>
  Object.fromEntries(
    packs.flatMap(({ pack, migrations }) => migrations.slice(-1).map(({ tag }) => [pack, tag])),
  )
