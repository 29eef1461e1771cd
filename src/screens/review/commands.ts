import { copyText } from '../copy.ts'
import { stepKeys } from './decide-bar.tsx'
import { stepLabel } from './labels.ts'
import type { Review } from './use-review.ts'
import type { Command } from './use-review-keys.ts'
import { goFullScreen } from './viewer/full-screen.ts'
import type { View } from './viewer/use-view.ts'

interface CommandsOptions {
  readonly review: Review
  readonly view: View
  readonly previous: string | null
  readonly viewer: { readonly current: HTMLElement | null }
  readonly canFlag: boolean
  readonly reference: string
  readonly text: (key: string) => string
  readonly onFlag: (field: string) => void
  readonly onTimeline: () => void
  readonly onHelp: () => void
  readonly onList: () => void
}

/** What every key of the review does. Whether a step can be taken says the record; a key for one that cannot says so. */
export function reviewCommands(options: CommandsOptions): Command[] {
  const { review, view, viewer } = options
  const steps = [...new Set(Object.values(stepKeys))].map((key): Command => {
    const named = Object.keys(stepKeys).filter((step) => stepKeys[step] === key)
    const what = named[0] ?? ''
    return {
      key,
      what,
      isDecision: true,
      run: () => {
        const step = named.find((each) => review.possible.includes(each))
        if (step) review.decide(step)
        else review.notPossible(stepLabel(options.text, what))
      },
    }
  })
  const documents = view.documents.map(
    (_, index): Command => ({ key: String(index + 1), what: 'document', run: () => view.chooseAt(index) }),
  )
  return [
    ...steps,
    { key: 'F', what: 'flag', run: () => options.canFlag && flagFocused(options) },
    ...(options.canFlag
      ? [
          { key: '↓', what: 'row', repeats: true, run: () => moveRow(1) },
          { key: '↑', what: 'row', repeats: true, run: () => moveRow(-1) },
        ]
      : []),
    { key: 'J', what: 'next', run: review.next },
    { key: 'K', what: 'previous', run: () => options.previous && review.go(options.previous) },
    { key: 'Z', what: 'undo', run: review.undoLast },
    ...documents,
    { key: '+', what: 'zoomIn', repeats: true, run: () => view.zoomBy(1) },
    { key: '−', what: 'zoomOut', repeats: true, run: () => view.zoomBy(-1) },
    { key: '0', what: 'fitPage', run: () => view.setZoom('page') },
    { key: 'O', what: 'rotate', run: view.rotate },
    { key: 'PgUp', what: 'page', repeats: true, run: () => view.page > 1 && view.turnTo(view.page - 1) },
    { key: 'PgDn', what: 'page', repeats: true, run: () => view.turnTo(Math.min(view.page + 1, view.pages)) },
    { key: 'V', what: 'fullScreen', run: () => goFullScreen(viewer.current) },
    { key: 'T', what: 'timeline', run: options.onTimeline },
    { key: 'C', what: 'copyReference', run: () => void copyText(options.reference) },
    { key: 'E', what: 'enrol', run: () => document.querySelector<HTMLElement>('[data-enrol]')?.click() },
    { key: 'U', what: 'list', run: options.onList },
    { key: '?', what: 'help', run: options.onHelp },
  ]
}

/** The row or the document that has the focus; elsewhere, the first row takes it. */
function flagFocused({ view, onFlag }: CommandsOptions) {
  const focused = document.activeElement
  const field = focused?.closest<HTMLElement>('[data-field]')?.dataset.field
  if (field) return onFlag(field)
  if (focused?.closest('[data-document], .viewer-tabs') && view.current) return onFlag(view.current.document)
  moveRow(1)
}

function moveRow(step: 1 | -1) {
  const flags = [...document.querySelectorAll<HTMLElement>('[data-rows] .flag')]
  const row = document.activeElement?.closest('.review-row')
  const at = flags.findIndex((flag) => row?.contains(flag))
  flags[at < 0 ? (step > 0 ? 0 : flags.length - 1) : Math.max(0, Math.min(flags.length - 1, at + step))]?.focus()
}
