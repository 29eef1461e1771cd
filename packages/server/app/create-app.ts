import { join } from 'node:path'
import {
  type FieldComponentUses,
  fieldComponentMistakes,
} from '@matricola/schema/checks/field-components.ts'
import { iconMistakes } from '@matricola/schema/checks/icons.ts'
import { menuMistakes } from '@matricola/schema/checks/menu.ts'
import { processMistakes } from '@matricola/schema/checks/processes.ts'
import { mistakesOf } from '@matricola/schema/checks/registry.ts'
import { roleMistakes, systemResourceMistakes } from '@matricola/schema/checks/system.ts'
import type { AnyExtension } from '@matricola/schema/extension.ts'
import type { RegistryOf } from '@matricola/schema/registry.ts'
import { allDerivedTexts } from '@matricola/schema/resource-texts.ts'
import {
  defineProcessSettings,
  loadConfig,
  type ProcessSettings,
  settingNamesOf,
} from '../config.ts'
import { readMigrations } from '../database/migrations.ts'
import { registerContributions } from '../database/pack-contributions.ts'
import { tablesOfPacks } from '../database/pack-tables.ts'
import { mergeByName } from '../merge-by-name.ts'
import { combinePacks, type Pack } from '../pack.ts'
import { availableViews } from '../system/available-views.ts'
import { loadTexts, textFolders } from '../texts.ts'
import type { Commands } from './commands/command.ts'
import { genericCommands, runCommand } from './commands/run-command.ts'
import type { ServerApp } from './server-app.ts'

/** The parts of an application. */
export interface AppDefinition<R extends object> {
  /** Name of the program, for operators and for users of the API. */
  readonly name: string
  /** Folder of the program, which contains texts, migrations and the build. */
  readonly root: string
  readonly registry: RegistryOf<R>
  /** Extensions of resources, which the registry already includes. */
  readonly extensions?: readonly AnyExtension[]
  /** Server code, in the order in which its tables are created. */
  readonly packs: readonly Pack[]
  /** Names of the application's icons, which the console draws. */
  readonly icons?: readonly string[]
  /**
   * Components of single fields, with the parts that each can replace. The console has the
   * components themselves.
   */
  readonly fieldComponents?: FieldComponentUses
  /**
   * Further checks of the declarations. Each returns one line per mistake. Any line prevents
   * startup.
   */
  readonly checks?: readonly (() => readonly string[])[]
  /**
   * Throws `ConfigError` if the program must not run from the folder `root`. Called before the
   * settings are read.
   */
  readonly checkFolder?: (root: string) => void
  /**
   * Settings of the process in addition to those of every application, made by
   * `defineProcessSettings`.
   */
  readonly settings?: ProcessSettings
  /** File of the API document, relative to `root`. */
  readonly apiDocument: string
  /** Administrative commands in addition to those of every application, such as `backup`. */
  readonly commands?: Commands
}

const noSettings = defineProcessSettings({})

/** An application whose resources are typed. */
export interface TypedApp<R extends object> extends ServerApp {
  /** Returns a resource as it was declared. */
  resource<N extends keyof R>(name: N): R[N]
  /** Runs the program in this process, until a signal. */
  start(): Promise<void>
  /** Runs an administrative command: its name and arguments. */
  command(argv: readonly string[]): Promise<void>
}

/**
 * Creates an application from its declarations and packs. Opens and starts nothing, and mistakes in
 * declarations are reported at startup. Throws if packs, commands or settings contradict each
 * other.
 */
export function createApp<R extends object>({
  name,
  root,
  registry,
  extensions = [],
  packs,
  icons = [],
  fieldComponents = {},
  checks = [],
  checkFolder = () => {},
  settings = noSettings,
  apiDocument,
  commands = {},
}: AppDefinition<R>): TypedApp<R> {
  assertDistinctNames(packs)
  settingNamesOf(settings)
  registerContributions(registry, [
    { scopes: { availableViews: availableViews(registry) } },
    ...packs,
  ])
  const allCommands = mergeByName('the command', [genericCommands, commands])
  const combinedPacks = combinePacks(packs)
  const app: TypedApp<R> = {
    name,
    root,
    registry,
    packs: combinedPacks,
    settings,
    apiDocument,
    mayHavePathConflicts:
      registry.customized.length > 0 || packs.filter(({ routes }) => routes).length > 1,
    resource: (name) => registry.declared[name],
    findMistakes: () => [
      ...registry.languages
        .filter((language) => Intl.NumberFormat.supportedLocalesOf(language).length === 0)
        .map(
          (language) =>
            `the language "${language}" is unknown, so dates and numbers cannot be formatted in it`,
        ),
      ...mistakesOf(
        registry,
        registry.declared as { readonly [name: string]: unknown },
        extensions,
      ),
      ...iconMistakes(registry.resources, icons),
      ...menuMistakes(registry, icons),
      ...processMistakes(registry, combinedPacks.processes),
      ...systemResourceMistakes(registry),
      ...roleMistakes(registry),
      ...fieldComponentMistakes(registry.resources, fieldComponents),
      ...Object.keys(combinedPacks.details)
        .filter((resource) => !registry.find(resource))
        .map((resource) => `${resource}: a pack has details of this entity, which does not exist`),
      ...checks.flatMap((findMistakes) => findMistakes()),
    ],
    loadConfig(environment) {
      checkFolder(root)
      return loadConfig(app, environment)
    },
    loadTexts: (folder = root) =>
      loadTexts(registry.languages, textFolders(folder, combinedPacks.locales), (language, texts) =>
        [
          ...allDerivedTexts(
            { all: registry.resources, added: registry.customized },
            {
              language,
              localeText: (key) => texts.get(`resources:${key}`),
              sentence: (key) => texts.get(`entities:${key}`),
            },
          ),
        ].map(([key, text]) => [`resources:${key}`, text] as const),
      ),
    defineTables: () => tablesOfPacks(registry, packs),
    readMigrations: (folder = root) =>
      packs.flatMap(({ name: pack, migrations }) =>
        migrations === undefined
          ? []
          : { pack, migrations: readMigrations(join(folder, migrations)), registry },
      ),
    start: async () => (await import('./start-program.ts')).startProgram(app),
    command: (argv) => runCommand(app, allCommands, argv),
  }
  return app
}

/** Throws if two packs have the same name, by which the database knows their migrations. */
function assertDistinctNames(packs: readonly Pack[]): void {
  const names = packs.map(({ name }) => name)
  const repeated = names.find((name, index) => names.indexOf(name) < index)
  if (repeated !== undefined) throw new Error(`two packs have the name "${repeated}"`)
}
