/** Manifest of a backup: the first entry of the archive, against which everything else in it is checked. */
import { z } from 'zod'
import { firstPack, type Versions } from '../database/migrate.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const manifestSchema = z.strictObject({
  format: z.literal('matricola-backup-1'),
  createdAt: z.string(),
  /** The newest migration of the database that was backed up. */
  schemaVersion: z.string(),
  /** The same of the packs beside the first, where there were any. */
  packVersions: z.record(z.string(), z.string()).optional(),
  /** Fingerprint of the keys that the data was encrypted with. */
  keys: sha256,
  tables: z.array(z.strictObject({ name: z.string().regex(/^[a-z_]{1,63}$/), rows: z.int(), bytes: z.int(), sha256 })),
  files: z.array(z.strictObject({ key: z.string(), bytes: z.int(), sha256 })),
})
export type Manifest = z.infer<typeof manifestSchema>
export type ManifestTable = Manifest['tables'][number]
export type ManifestFile = Manifest['files'][number]

/** The archive's last entry: its presence tells that nothing was cut off. Names the files that the store had lost. */
export const endSchema = z.strictObject({ missingFiles: z.array(z.string()) })
export type End = z.infer<typeof endSchema>

export const manifestName = 'manifest.json'
export const endName = 'end.json'
export const tableEntry = (table: string) => `tables/${table}.ndjson`
export const fileEntry = (key: string) => `files/${key}`

/** Version that each pack's tables had reached. */
export const versionsOf = ({ schemaVersion, packVersions }: Manifest): Versions => ({ [firstPack]: schemaVersion, ...packVersions })

/** Reads a manifest. Throws when it is none, or one of another format. */
export const parseManifest = (text: string): Manifest => manifestSchema.parse(JSON.parse(text))
