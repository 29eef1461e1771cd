import { copyText } from '@matricola/console/screens/copy-text.ts'
import type { Shortcut } from '@matricola/console/shortcuts/page-shortcuts.ts'
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
  /**
   * Whether the application appeared only a moment ago. If so, a key press was probably meant for
   * the previous one.
   */
  readonly areKeysIgnored: () => boolean
  readonly text: (key: string) => string
  readonly onFlag: (field: string) => void
  readonly onReveal: () => void
  readonly onTimeline: () => void
  readonly onList: () => void
}

/**
 * Keyboard shortcuts for the review. A shortcut for a transition that is not possible now shows a
 * message.
 */
export function reviewKeys(options: ReviewKeysOptions): Shortcut[] {
  const { review, view, viewer, text } = options
  const description = (name: string) => text(`review:keys.${name}`)
  /** A shortcut that ignores key repeat. */
  const key = (label: string, name: string, run: () => unknown): Shortcut => ({
    keyLabels: [label],
    description: description(name),
    triggers: [label.toLowerCase()],
    run: (event) => (event.repeat ? true : run()),
  })
  const transitionShortcuts = [...new Set(Object.values(transitionKeys))].map((letter) => {
    const transitions = Object.keys(transitionKeys).filter(
      (transition) => transitionKeys[transition] === letter,
    )
    const [first = ''] = transitions
    return key(letter, first, () => {
      if (options.areKeysIgnored()) return
      const transition = transitions.find((candidate) => review.possible.includes(candidate))
      if (transition) review.decide(transition)
      else review.showNotPossible(transitionLabel(text, first))
    })
  })
  const digits = view.documents.map((_, index) => String(index + 1))
  const documents: Shortcut = {
    keyLabels: digits,
    description: description('document'),
    triggers: digits,
    run: (_, key) => showDocument(view, Number(key) - 1),
  }
  const rows: Shortcut = {
    keyLabels: ['↓', '↑'],
    description: description('row'),
    triggers: ['arrowdown', 'arrowup'],
    // Inside scrollable areas, arrow keys scroll.
    run: ({ target }, key) =>
      !(target instanceof HTMLElement && target.closest('[data-scrolls]')) &&
      focusNextRow(key === 'arrowdown' ? 1 : -1),
  }
  const pages: Shortcut = {
    keyLabels: ['PgUp', 'PgDn'],
    description: description('page'),
    triggers: ['pageup', 'pagedown'],
    run: (_, key) =>
      view.turnTo(Math.max(1, Math.min(view.pages, view.page + (key === 'pagedown' ? 1 : -1)))),
  }
  return [
    ...transitionShortcuts,
    key('F', 'flag', () => options.canFlag && flagFocused(options)),
    ...(options.canFlag ? [rows] : []),
    key('J', 'next', review.next),
    key('K', 'previous', () => options.previous && review.go(options.previous)),
    key('Z', 'undo', review.undoLast),
    ...(digits.length > 0 ? [documents] : []),
    {
      keyLabels: ['+'],
      description: description('zoomIn'),
      triggers: ['+', '='],
      run: () => view.zoomBy(1),
    },
    {
      keyLabels: ['−'],
      description: description('zoomOut'),
      triggers: ['-', '−'],
      run: () => view.zoomBy(-1),
    },
    key('0', 'fitPage', () => view.setZoom('page')),
    key('O', 'rotate', view.rotate),
    pages,
    key('V', 'reveal', options.onReveal),
    key('M', 'fullScreen', () => toggleFullScreen(viewer.current)),
    key('T', 'timeline', options.onTimeline),
    key('C', 'copyReference', () => copyFocused(options.reference)),
    key('E', 'enrol', () => document.querySelector<HTMLElement>('[data-enrol]')?.click()),
    key('U', 'list', options.onList),
    { keyLabels: ['Ctrl Enter'], description: description('send') },
  ]
}

/** Flags the focused row or document. If neither is focused, focuses the first row. */
function flagFocused({ view, onFlag }: ReviewKeysOptions) {
  const focused = document.activeElement
  const field = focused?.closest<HTMLElement>('[data-field]')?.dataset.field
  if (field) return onFlag(field)
  if (focused?.closest('.viewer') && view.current) return onFlag(view.current.document)
  focusNextRow(1)
}

/** Copies the value of the focused row, or the reference number if no row is focused. */
function copyFocused(reference: string) {
  const button = document.activeElement
    ?.closest('.review-row')
    ?.querySelector<HTMLElement>('.review-copy')
  if (button) button.click()
  else void copyText(reference)
}

/** Shows a document and focuses its tab, so that the next shortcut applies to it. */
function showDocument(view: DocumentView, index: number) {
  const documentToShow = view.documents[index]
  if (!documentToShow) return
  view.choose(documentToShow.document)
  document.getElementById(`viewer-tab-${documentToShow.document}`)?.focus({ preventScroll: true })
}

/** Focuses the flag button of the next or previous row. */
function focusNextRow(step: 1 | -1): true {
  const flags = [...document.querySelectorAll<HTMLElement>('[data-rows] .flag')]
  const row = document.activeElement?.closest('.review-row')
  const index = flags.findIndex((flag) => row?.contains(flag))
  flags[
    index < 0
      ? step > 0
        ? 0
        : flags.length - 1
      : Math.max(0, Math.min(flags.length - 1, index + step))
  ]?.focus()
  return true
}
