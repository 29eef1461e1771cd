/**
 * The manifest of a backup: the first entry of the archive. All other entries are verified against
 * it.
 */
import { z } from 'zod'
import { firstPackOf, type PackMigrations, type SchemaVersions } from '../database/migrations.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const manifestSchema = z.strictObject({
  format: z.literal('matricola-backup-1'),
  createdAt: z.string(),
  /** The newest migration of the application's first pack. */
  schemaVersion: z.string(),
  /** The newest migration of each further pack, if there are any. */
  packVersions: z.record(z.string(), z.string()).optional(),
  /** Fingerprint of the keys with which the data is encrypted. */
  keys: sha256,
  tables: z.array(
    z.strictObject({
      name: z.string().regex(/^[a-z_]{1,63}$/),
      rows: z.int(),
      bytes: z.int(),
      sha256,
    }),
  ),
  files: z.array(z.strictObject({ key: z.string(), bytes: z.int(), sha256 })),
})
export type Manifest = z.infer<typeof manifestSchema>
export type ManifestTable = Manifest['tables'][number]
export type ManifestFile = Manifest['files'][number]

/**
 * The last entry of the archive. Its presence proves that the archive is complete. It lists files
 * that are missing from the file store.
 */
export const archiveEndSchema = z.strictObject({ missingFiles: z.array(z.string()) })
export type ArchiveEnd = z.infer<typeof archiveEndSchema>

export const manifestName = 'manifest.json'
export const archiveEndName = 'end.json'
export const tableEntry = (table: string) => `tables/${table}.ndjson`
export const fileEntry = (key: string) => `files/${key}`

/** Returns the newest migration of each pack. */
export const schemaVersionsOf = (
  { schemaVersion, packVersions }: Manifest,
  packs: readonly PackMigrations[],
): SchemaVersions => ({
  [firstPackOf(packs)]: schemaVersion,
  ...packVersions,
})

/** Parses a manifest. Throws if it is invalid or has another format. */
export const parseManifest = (text: string): Manifest => manifestSchema.parse(JSON.parse(text))
