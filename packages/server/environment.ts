import type { Registry } from '@matricola/schema/registry.ts'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import type { PackMigrations } from './database/migrations.ts'
import type { Clock } from './ports/clock.ts'
import type { Disk } from './ports/disk.ts'
import type { FileReader } from './ports/file-reader.ts'
import type { FilePort } from './ports/files.ts'
import type { MailPort } from './ports/mail.ts'
import type { PdfReader } from './ports/pdf-reader.ts'
import type { PictureEncoder } from './ports/picture-encoder.ts'
import type { SecretKeys } from './secret-keys.ts'
import type { Texts } from './texts.ts'

/**
 * All of the program's interfaces to the outside. `open-context.ts` creates the real ones; tests
 * create their own.
 */
export interface Environment {
  readonly config: Config
  readonly registry: Registry
  readonly migrations: readonly PackMigrations[]
  readonly database: Database
  readonly disk: Disk
  readonly files: FilePort
  readonly mail: MailPort
  /** Reads spreadsheets and other tabular files. */
  readonly readFile: FileReader
  readonly encodePicture: PictureEncoder
  readonly readPdf: PdfReader
  readonly clock: Clock
  readonly keys: SecretKeys
  readonly texts: Texts
  readonly log: Logger
  /**
   * Tells callers without an account apart when a call is repeated, by the request's cookies, for
   * example applicants by their session. Null: nothing is known about the caller.
   */
  readonly anonymousScope: (cookies: string | undefined, config: Config) => string | null
}
