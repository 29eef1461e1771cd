import type { FastifyInstance } from 'fastify'
import type { Erasures } from './backup/restore.ts'
import type { Context } from './context.ts'
import type { Meanings } from './database/meanings.ts'
import type { FindPainter } from './http/painter.ts'
import type { PagesOf } from './http/static-files.ts'
import { joinByName } from './join-by-name.ts'
import type { EngineMailKind, MailKind } from './mail/mail-kinds.ts'
import type { Mails } from './mail/outbox.ts'
import type { HooksOf } from './records/hooks.ts'
import { engineMails, type MailComposer, type MailComposers } from './services/compose-mail.ts'
import type { NoteUnreadable } from './services/prepare-files.ts'
import { pageAsBuilt } from './services/university-face.ts'
import type { Upkeep } from './session/housekeeping.ts'

/** Work that runs beside the answers until the program stops. */
export interface Worker {
  stop(): Promise<void>
}

/**
 * The server half of a pack: what a university adds to the engine beside its declarations, which stand in `resources/`.
 * Every part may be left out.
 */
export interface Pack extends Meanings {
  /** Stands in the database beside each migration of the pack; never changed. */
  readonly name: string
  /** Folder of the migrations, from the folder of the program. */
  readonly migrations: string
  /** Folder of the texts, from the folder of the program. */
  readonly locales: string
  /** Work of records beside being stored. */
  readonly hooks?: HooksOf
  /** Calls beside those that each declaration gets. */
  readonly routes?: (app: FastifyInstance, context: Context) => void
  /**
   * Registers pages that the server writes whole. Answers what becomes of the one page of the browser code, where the pack
   * paints that too; `findPainter` is null where nothing can paint.
   */
  readonly pages?: (app: FastifyInstance, context: Context, findPainter: FindPainter | null) => PagesOf | null
  /** Mails of the kinds that the pack declares (`MailKinds`). */
  readonly mails?: Partial<MailComposers<Exclude<MailKind, EngineMailKind>>>
  /** Notes, in the transaction that says so, that a mail went out or was given up. */
  readonly noteMail?: Mails['noteEnd']
  /** Notes, in the transaction that closes the file, that nobody can read what a record shows. */
  readonly noteUnreadable?: NoteUnreadable
  readonly upkeep?: Partial<Upkeep>
  readonly erasures?: Erasures
  /** Starts what the pack does by the clock. */
  readonly start?: (context: Context) => readonly Worker[]
}

/** Some packs as one, every part there. */
export type JoinedPacks = Required<Pick<Pack, 'hooks' | 'routes' | 'erasures' | 'start'>> & {
  readonly pages: (...given: Parameters<NonNullable<Pack['pages']>>) => PagesOf
  readonly upkeep: Upkeep
  readonly mails: (context: Context) => Mails
  readonly noteUnreadable: NoteUnreadable
}

/** Joins packs. Throws where two have hooks for the same resource, mails of the same kind, or paint the same page. */
export function joinPacks(packs: readonly Pack[]): JoinedPacks {
  const mails = joinByName<{ readonly [kind: string]: MailComposer | undefined }>('mails of the kind', [
    engineMails,
    ...packs.map(({ mails }) => mails),
  ])
  return {
    mails: (context) => ({
      // Nobody composes a kind of a pack that is no longer there.
      compose: async (row) => (await mails[row.kind]?.(context, row)) ?? null,
      async noteEnd(queries, mail, end) {
        for (const { noteMail } of packs) await noteMail?.(queries, mail, end)
      },
    }),
    async noteUnreadable(within, file) {
      for (const { noteUnreadable } of packs) await noteUnreadable?.(within, file)
    },
    hooks: (context, within) =>
      joinByName(
        'hooks for',
        packs.map(({ hooks }) => hooks?.(context, within)),
      ),
    routes(app, context) {
      for (const { routes } of packs) routes?.(app, context)
    },
    pages(app, context, findPainter) {
      const painted = packs.flatMap(({ pages }) => pages?.(app, context, findPainter) ?? [])
      if (painted.length > 1) throw new Error('two packs paint the page of the browser code')
      return painted[0] ?? pageAsBuilt(context)
    },
    start: (context) => packs.flatMap(({ start }) => start?.(context) ?? []),
    upkeep: {
      kept: packs.flatMap(({ upkeep }) => upkeep?.kept ?? []),
      isFileNeeded: (fileId) =>
        ['FALSE', ...packs.flatMap(({ upkeep }) => upkeep?.isFileNeeded?.(fileId) ?? [])].map((sql) => `(${sql})`).join(' OR '),
      tidy: (context, now) => sumOver(packs, ({ upkeep }) => upkeep?.tidy?.(context, now)),
    },
    erasures: {
      async keep(target) {
        for (const { erasures } of packs) await erasures?.keep(target)
      },
      repeat: (target) => sumOver(packs, ({ erasures }) => erasures?.repeat(target)),
    },
  }
}

/** Sum of what a work answers for each pack, done one after the other. */
async function sumOver(packs: readonly Pack[], work: (pack: Pack) => Promise<number> | undefined): Promise<number> {
  let total = 0
  for (const pack of packs) total += (await work(pack)) ?? 0
  return total
}
