import type { ProcessSpec } from '@matricola/schema/process.ts'
import { type ErrorTypes, genericErrors } from '@matricola/schema/wire/errors.ts'
import { issueCodes } from '@matricola/schema/wire/issue.ts'
import type { FastifyInstance } from 'fastify'
import type { ErasureReplay } from './backup/restore.ts'
import type { Context } from './context.ts'
import type { DatabaseContributions } from './database/pack-contributions.ts'
import type { TableContributions } from './database/pack-tables.ts'
import type { DetailShapes } from './http/openapi-schemas.ts'
import type { LoadPageRenderer } from './http/page-renderer.ts'
import type { CreateBuildPage } from './http/static-files.ts'
import type { EngineMailKind, MailKind } from './mail/mail-kinds.ts'
import type { MailHandlers } from './mail/outbox.ts'
import { mergeByName } from './merge-by-name.ts'
import type { CreateHooks } from './records/hooks.ts'
import { createBuiltPages } from './services/branding.ts'
import { engineMails, type MailComposer, type MailComposers } from './services/compose-mail.ts'
import type { NoteUnreadable } from './services/prepare-files.ts'
import type { PackHousekeeping } from './session/housekeeping.ts'
import { systemHooks } from './system/hooks.ts'
import type { PublicSettings } from './system/public-settings.ts'
import { logSettingsChanges } from './system/settings-log.ts'

/** Background work that runs until the program stops. */
export interface Worker {
  stop(): Promise<void>
}

/**
 * The server code of a pack, with which a university adds to the engine. Its declarations are in
 * `resources/`. Every part is optional.
 */
export interface Pack extends DatabaseContributions, TableContributions {
  /** Recorded in the database with each of the pack's migrations, so it must never change. */
  readonly name: string
  /** Folder of the migrations, relative to the program's folder. */
  readonly migrations?: string
  /**
   * Folder of the texts, relative to the program's folder. They override those of the packages and
   * of earlier packs.
   */
  readonly locales?: string
  /**
   * Errors in addition to those of the packages (`defineErrors`). Their texts are `errors.<code>`
   * in the namespace `errors`.
   */
  readonly errors?: ErrorTypes
  /**
   * Issue codes in addition to those of the packages. Their texts are `issues.<code>` in the
   * namespace `errors`.
   */
  readonly issues?: readonly string[]
  /** Code that runs when records are written. */
  readonly hooks?: CreateHooks
  /**
   * Properties of single records in addition to their fields, by resource, for hooks that add some
   * (`Hooks.detail`).
   */
  readonly details?: DetailShapes
  /** Routes in addition to the generated ones. */
  readonly routes?: (app: FastifyInstance, context: Context) => void
  /** Processes whose pages are in the areas (`defineProcess`). */
  readonly processes?: readonly ProcessSpec[]
  /**
   * Without it, only roles that may read the settings can call `GET` of them. At most one pack has
   * it.
   */
  readonly publicSettings?: PublicSettings
  /**
   * Registers server-rendered pages. If the pack renders the browser app's HTML page, returns a
   * function that creates it for each request. `loadPageRenderer` is null if the prerenderer was
   * not built.
   */
  readonly pages?: (
    app: FastifyInstance,
    context: Context,
    loadPageRenderer: LoadPageRenderer | null,
  ) => CreateBuildPage | null
  /** Composers of the emails that the pack declares in `MailKinds`. */
  readonly mails?: Partial<MailComposers<Exclude<MailKind, EngineMailKind>>>
  /** Called when an email has been sent or abandoned, in the transaction that records this. */
  readonly recordMailOutcome?: MailHandlers['recordOutcome']
  /**
   * Called when a record's file turns out to be unreadable, in the transaction that closes the
   * file.
   */
  readonly noteUnreadable?: NoteUnreadable
  readonly anonymousScope?: Context['anonymousScope']
  readonly housekeeping?: Partial<PackHousekeeping>
  readonly erasures?: ErasureReplay
  /**
   * Runs when the database is migrated and the server does not listen yet, for example to fill an
   * empty database. Returns lines for the operator, which are printed when the server is ready.
   */
  readonly beforeServe?: (context: Context) => Promise<readonly string[]>
  /** Starts the pack's scheduled work. */
  readonly start?: (context: Context) => readonly Worker[]
}

/** Several packs combined. Every part is present. */
export type CombinedPacks = Required<
  Pick<
    Pack,
    | 'errors'
    | 'issues'
    | 'details'
    | 'hooks'
    | 'anonymousScope'
    | 'routes'
    | 'processes'
    | 'erasures'
    | 'start'
  >
> & {
  readonly pages: (...args: Parameters<NonNullable<Pack['pages']>>) => CreateBuildPage
  readonly housekeeping: PackHousekeeping
  readonly mails: (context: Context) => MailHandlers
  readonly noteUnreadable: NoteUnreadable
  readonly beforeServe: (context: Context) => Promise<string[]>
  readonly publicSettings: PublicSettings | undefined
  /** Folders of texts, relative to the program's folder. Later ones take precedence. */
  readonly locales: readonly string[]
}

/**
 * Combines packs. Throws if two packs declare the same error, have hooks for the same resource,
 * have emails of the same type, render the same page, or make settings public.
 */
export function combinePacks(packs: readonly Pack[]): CombinedPacks {
  const mails = mergeByName<{ readonly [kind: string]: MailComposer | undefined }>(
    'mails of the kind',
    [engineMails, ...packs.map(({ mails }) => mails)],
  )
  const [publicSettings, ...others] = packs.flatMap(({ publicSettings }) => publicSettings ?? [])
  if (others.length > 0) throw new Error('two packs make settings public')
  return {
    locales: packs.flatMap(({ locales = [] }) => locales),
    publicSettings,
    errors: mergeByName('the error', [genericErrors, ...packs.map(({ errors }) => errors)]),
    issues: [...issueCodes, ...packs.flatMap(({ issues }) => issues ?? [])],
    details: mergeByName(
      'details of',
      packs.map(({ details }) => details),
    ),
    mails: (context) => ({
      // No composer exists for the email types of a pack that was removed.
      compose: async (row) => (await mails[row.kind]?.(context, row)) ?? null,
      async recordOutcome(queries, mail, end) {
        for (const { recordMailOutcome } of packs) await recordMailOutcome?.(queries, mail, end)
      },
    }),
    async noteUnreadable(transaction, file) {
      for (const { noteUnreadable } of packs) await noteUnreadable?.(transaction, file)
    },
    hooks(context, recordsWithin) {
      const hooks = mergeByName('hooks for', [
        systemHooks(context),
        ...packs.map(({ hooks }) => hooks?.(context, recordsWithin)),
      ])
      return { ...hooks, settings: logSettingsChanges(hooks.settings) }
    },
    anonymousScope(cookies, config) {
      for (const { anonymousScope } of packs) {
        const scope = anonymousScope?.(cookies, config) ?? null
        if (scope !== null) return scope
      }
      return null
    },
    routes(app, context) {
      for (const { routes } of packs) routes?.(app, context)
    },
    processes: packs.flatMap(({ processes }) => processes ?? []),
    pages(app, context, loadPageRenderer) {
      const createBuildPages = packs.flatMap(
        ({ pages }) => pages?.(app, context, loadPageRenderer) ?? [],
      )
      if (createBuildPages.length > 1)
        throw new Error('two packs build the page of the browser code')
      return createBuildPages[0] ?? createBuiltPages(context)
    },
    async beforeServe(context) {
      const lines: string[] = []
      for (const { beforeServe } of packs) lines.push(...((await beforeServe?.(context)) ?? []))
      return lines
    },
    start: (context) => packs.flatMap(({ start }) => start?.(context) ?? []),
    housekeeping: {
      retention: packs.flatMap(({ housekeeping }) => housekeeping?.retention ?? []),
      isFileNeeded: (fileId) =>
        [
          'FALSE',
          ...packs.flatMap(({ housekeeping }) => housekeeping?.isFileNeeded?.(fileId) ?? []),
        ]
          .map((sql) => `(${sql})`)
          .join(' OR '),
      clean: (context, now) =>
        sumOver(packs, ({ housekeeping }) => housekeeping?.clean?.(context, now)),
    },
    erasures: {
      async save(target) {
        for (const { erasures } of packs) await erasures?.save(target)
      },
      reapply: (target) => sumOver(packs, ({ erasures }) => erasures?.reapply(target)),
    },
  }
}

/** Runs `work` for each pack, one after the other, and returns the sum of the results. */
async function sumOver(
  packs: readonly Pack[],
  work: (pack: Pack) => Promise<number> | undefined,
): Promise<number> {
  let total = 0
  for (const pack of packs) total += (await work(pack)) ?? 0
  return total
}
