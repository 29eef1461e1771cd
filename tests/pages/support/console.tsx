/** The console in jsdom, behind a session check that is answered; what a browser has and jsdom lacks is filled in. */
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import type { Language, Role } from '#model/vocabulary.ts'
import { sessionEndpoints } from '#model/wire/endpoints.ts'
import type { Page, WireRecord, WireUser } from '#model/wire/wire.ts'
import { Console } from '#src/console/console.tsx'
import { ToastHost } from '#src/toasts/toast-host.tsx'
import { standAt } from './browser.ts'
import { idOf } from './ids.ts'
import { on, someone, success } from './network.ts'

interface Options {
  readonly role?: Role
  readonly user?: Partial<WireUser>
  readonly language?: Language
  readonly isNarrow?: boolean
  /** The test answers the session check itself. */
  readonly isAsked?: boolean
}

/** Opens a private page as the browser would, and answers somebody's hands. */
export async function openConsole(address: string, { role = 'admin', user, language = 'en', isNarrow = false, isAsked }: Options = {}) {
  fillIn(isNarrow)
  const { lost } = await standAt(address, language, 'shell', 'resources', 'pages', 'bulk', 'time', 'expression')
  if (!isAsked) on(sessionEndpoints.checkAuth, () => success(someone({ role, ...user })))
  render(
    <>
      <Console />
      <ToastHost />
    </>,
  )
  return { hands: userEvent.setup(), lost }
}

/** Browser features that jsdom lacks. */
export function fillIn(isNarrow: boolean) {
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), { matches: isNarrow, media: query, onchange: null, addListener: () => {}, removeListener: () => {} })
  window.scrollTo = vi.fn()
  fillInDialogs()
}

/** Dialogs that open and close, and take the focus. */
function fillInDialogs() {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
    this.querySelector<HTMLElement>('input, button, a')?.focus()
  }
  HTMLDialogElement.prototype.close = function () {
    if (!this.open) return
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
}

export { idOf } from './ids.ts'

/** A record as the API answers it. */
export const wireRecord = (number: number, title: string, fields: object = {}, can: readonly string[] = []): WireRecord => ({
  id: idOf(number),
  version: 1,
  createdAt: '2026-09-07T11:00:00.000Z',
  updatedAt: '2026-09-07T11:00:00.000Z',
  _title: title,
  _titles: {},
  _can: can,
  ...fields,
})

/** The page that a list call asks for, cut from all the records there are. */
export function pageOfRecords(request: Request, records: readonly WireRecord[], totalCount = records.length): Page<WireRecord> {
  const params = new URL(request.url).searchParams
  const [page, pageSize] = [Number(params.get('pageNumber')), Number(params.get('pageSize'))]
  return { totalCount, page, pageSize, list: records.slice(0, pageSize) }
}

/** The query string of a call, readable. */
export const queryOf = (request: Request | undefined) => decodeURIComponent(new URL(request?.url ?? 'http://none').search)

/** The menu, in whichever language. */
export const mainMenu = () => screen.findByRole('navigation', { name: /Main menu|Meniul principal/ })

/** The words of the menu's entries, in order. */
export const menuEntries = async () =>
  within(await mainMenu())
    .getAllByRole('list')
    .flatMap((list) => within(list).getAllByRole('link'))
    .map((link) => link.textContent)
