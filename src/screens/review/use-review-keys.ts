import { useEffect, useRef } from 'react'
import { isTaken } from '#src/console/single-keys.ts'

/** Something that a key does on this screen. */
export interface Command {
  /** As the help sheet and the button's hint show it, such as `A` or `PgDn`. */
  readonly key: string
  /** Its words are `pages:review.keys.<what>`. */
  readonly what: string
  readonly run: (event: KeyboardEvent) => void
  /** Deaf for a moment after another file has come up. */
  readonly isDecision?: boolean
  /** May be held down. */
  readonly repeats?: boolean
}

/** The digit keys by where they lie: a French keyboard types digits with Shift. Other keys by what they type. */
function isKey(key: string, event: KeyboardEvent): boolean {
  if (/^\d$/.test(key)) return event.code === `Digit${key}` || event.code === `Numpad${key}` || event.key === key
  const typed: { readonly [key: string]: readonly string[] } = {
    '+': ['+', '='],
    '−': ['-', '−'],
    PgUp: ['pageup'],
    PgDn: ['pagedown'],
    '↑': ['arrowup'],
    '↓': ['arrowdown'],
  }
  return (typed[key] ?? [key.toLowerCase()]).includes(event.key.toLowerCase())
}

/** Keys that are no single characters stay when those are switched off. */
const isCharacter = (key: string) => [...key].length === 1 && !'↑↓'.includes(key)

/** How long decision keys are deaf once another file has come up, so that a key meant for the last one decides nothing. */
export const deafMs = 400

/** Runs the commands by their keys. `fileId` is the file on the screen. */
export function useReviewKeys(commands: readonly Command[], fileId: string, isOn: boolean) {
  const latest = useRef(commands)
  latest.current = commands
  const shown = useRef({ id: '', at: Number.NEGATIVE_INFINITY })
  if (shown.current.id !== fileId)
    shown.current = { id: fileId, at: shown.current.id === '' ? Number.NEGATIVE_INFINITY : performance.now() }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTaken(event)) return
      const command = latest.current.find(({ key }) => (isOn || !isCharacter(key)) && isKey(key, event))
      if (!command) return
      if (event.repeat && !command.repeats) return event.preventDefault()
      if (command.isDecision && performance.now() - shown.current.at < deafMs) return event.preventDefault()
      // The arrows move what has the focus where that scrolls by them.
      if ('↑↓'.includes(command.key) && event.target instanceof HTMLElement && event.target.closest('[data-scrolls], [role="tablist"]'))
        return
      event.preventDefault()
      command.run(event)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOn])
}
