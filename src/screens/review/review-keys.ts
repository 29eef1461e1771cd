import type { Shortcut } from '#src/console/shortcuts/page-shortcuts.ts'
import { copyText } from '../copy-text.ts'
import { transitionKeys } from './decision-bar.tsx'
import { transitionLabel } from './labels.ts'
import type { Review } from './use-review.ts'
import { toggleFullScreen } from './viewer/full-screen.ts'
import type { DocumentView } from './viewer/use-document-view.ts'

interface ReviewKeysOptions {
  readonly review: Review
  readonly view: DocumentView
  readonly previous: string | null
  readonly viewer: { readonly current: HTMLElement | null }
  readonly canFlag: boolean
  readonly reference: string
  /** Whether the application was shown just now, so that a key press was probably meant for the previous one. */
  readonly areKeysIgnored: () => boolean
  readonly text: (key: string) => string
  readonly onFlag: (field: string) => void
  readonly onTimeline: () => void
  readonly onList: () => void
}

/** Keyboard shortcuts of the review. A shortcut for a transition that is not possible now shows a message. */
export function reviewKeys(options: ReviewKeysOptions): Shortcut[] {
  const { review, view, viewer, text } = options
  const what = (name: string) => text(`review.keys.${name}`)
  /** A shortcut that ignores key repeat. */
  const key = (shown: string, name: string, run: () => unknown): Shortcut => ({
    shown: [shown],
    what: what(name),
    typed: [shown.toLowerCase()],
    run: (event) => (event.repeat ? true : run()),
  })
  const steps = [...new Set(Object.values(transitionKeys))].map((letter) => {
    const transitions = Object.keys(transitionKeys).filter((step) => transitionKeys[step] === letter)
    const [first = ''] = transitions
    return key(letter, first, () => {
      if (options.areKeysIgnored()) return
      const transition = transitions.find((each) => review.possible.includes(each))
      if (transition) review.decide(transition)
      else review.notPossible(transitionLabel(text, first))
    })
  })
  const digits = view.documents.map((_, index) => String(index + 1))
  const documents: Shortcut = {
    shown: digits,
    what: what('document'),
    typed: digits,
    run: (_, typed) => showDocument(view, Number(typed) - 1),
  }
  const rows: Shortcut = {
    shown: ['↓', '↑'],
    what: what('row'),
    typed: ['arrowdown', 'arrowup'],
    // Inside scrollable areas, arrow keys scroll.
    run: ({ target }, typed) =>
      !(target instanceof HTMLElement && target.closest('[data-scrolls]')) && focusNextRow(typed === 'arrowdown' ? 1 : -1),
  }
  const pages: Shortcut = {
    shown: ['PgUp', 'PgDn'],
    what: what('page'),
    typed: ['pageup', 'pagedown'],
    run: (_, typed) => view.turnTo(Math.max(1, Math.min(view.pages, view.page + (typed === 'pagedown' ? 1 : -1)))),
  }
  return [
    ...steps,
    key('F', 'flag', () => options.canFlag && flagFocused(options)),
    ...(options.canFlag ? [rows] : []),
    key('J', 'next', review.next),
    key('K', 'previous', () => options.previous && review.go(options.previous)),
    key('Z', 'undo', review.undoLast),
    ...(digits.length > 0 ? [documents] : []),
    { shown: ['+'], what: what('zoomIn'), typed: ['+', '='], run: () => view.zoomBy(1) },
    { shown: ['−'], what: what('zoomOut'), typed: ['-', '−'], run: () => view.zoomBy(-1) },
    key('0', 'fitPage', () => view.setZoom('page')),
    key('O', 'rotate', view.rotate),
    pages,
    key('V', 'fullScreen', () => toggleFullScreen(viewer.current)),
    key('T', 'timeline', options.onTimeline),
    key('C', 'copyReference', () => copyFocused(options.reference)),
    key('E', 'enrol', () => document.querySelector<HTMLElement>('[data-enrol]')?.click()),
    key('U', 'list', options.onList),
    { shown: ['Ctrl Enter'], what: what('send') },
  ]
}

/** Flags the focused row or document. If there is none, focuses the first row. */
function flagFocused({ view, onFlag }: ReviewKeysOptions) {
  const focused = document.activeElement
  const field = focused?.closest<HTMLElement>('[data-field]')?.dataset.field
  if (field) return onFlag(field)
  if (focused?.closest('.viewer') && view.current) return onFlag(view.current.document)
  focusNextRow(1)
}

/** Copies the value of the focused row, or else the reference number. */
function copyFocused(reference: string) {
  const button = document.activeElement?.closest('.review-row')?.querySelector<HTMLElement>('.review-copy')
  if (button) button.click()
  else void copyText(reference)
}

/** Shows a document and focuses its tab, so that the next shortcut applies to it. */
function showDocument(view: DocumentView, index: number) {
  const wanted = view.documents[index]
  if (!wanted) return
  view.choose(wanted.document)
  document.getElementById(`viewer-tab-${wanted.document}`)?.focus({ preventScroll: true })
}

/** Focuses the flag button of the next or previous row. */
function focusNextRow(step: 1 | -1): true {
  const flags = [...document.querySelectorAll<HTMLElement>('[data-rows] .flag')]
  const row = document.activeElement?.closest('.review-row')
  const at = flags.findIndex((flag) => row?.contains(flag))
  flags[at < 0 ? (step > 0 ? 0 : flags.length - 1) : Math.max(0, Math.min(flags.length - 1, at + step))]?.focus()
  return true
}
