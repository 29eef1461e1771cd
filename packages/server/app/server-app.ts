import type { Registry } from '@matricola/schema/registry.ts'
import type { Config, loadConfig, ProcessSettings } from '../config.ts'
import type { PackMigrations } from '../database/migrations.ts'
import type { PackTables } from '../database/pack-tables.ts'
import type { ApiParts } from '../http/openapi-schemas.ts'
import type { CombinedPacks } from '../pack.ts'
import type { Texts } from '../texts.ts'

/**
 * An application, made by `createApp`: its declarations and the code of its packs. It opens and
 * starts nothing.
 */
export interface ServerApp {
  /** Name of the program, for operators and for users of the API. */
  readonly name: string
  /** Folder of the program, which contains texts, migrations and the build. */
  readonly root: string
  readonly registry: Registry
  readonly packs: CombinedPacks
  /** Settings of the process in addition to those of every application. */
  readonly settings: ProcessSettings
  /** File of the API document, relative to `root`. */
  readonly apiDocument: string
  /**
   * Whether calls can have the same path: there are custom resources, or several packs with calls.
   */
  readonly mayHavePathConflicts: boolean
  /**
   * Returns one line for each mistake in the declarations and in what they refer to. Any line
   * prevents startup.
   */
  findMistakes(): string[]
  /** Loads the configuration of the process, or the one in `environment`. Throws `ConfigError`. */
  loadConfig(environment?: Parameters<typeof loadConfig>[1]): Config
  /** Loads the texts of every pack. `root` is another folder of the program. */
  loadTexts(root?: string): Texts
  /** Returns the tables of every pack, from which its migrations are generated. */
  defineTables(): readonly PackTables[]
  /** Reads the migrations of every pack. `root` is another folder of the program. */
  readMigrations(root?: string): PackMigrations[]
}

/** The parts that the API document describes. */
export const apiPartsOf = ({
  name,
  registry,
  packs: { errors, details },
}: ServerApp): ApiParts => ({ name, registry, errors, details })
