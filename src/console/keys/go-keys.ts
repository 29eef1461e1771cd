/** `G` followed by a letter opens a page of the menu. */
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Place } from '#src/console/area.ts'
import { useMenu } from '#src/console/may.ts'
import { usePerson } from '#src/console/person.ts'
import { isTaken, useSingleKeys } from '#src/console/single-keys.ts'

/** The letter of each page, by its key. */
const letters: { readonly [place: string]: string } = {
  dashboard: 'd',
  students: 's',
  professors: 'p',
  registrations: 'r',
  users: 'u',
  departments: 'e',
  specializations: 'z',
  courses: 'c',
  settings: 'o',
}

/** Entries of a menu that have a letter. */
export const lettered = (menu: readonly Place[]): { readonly letter: string; readonly place: Place }[] =>
  menu.flatMap((place) => (letters[place.key] ? [{ letter: letters[place.key] ?? '', place }] : []))

/** Maximum time between `G` and the letter, in milliseconds. */
const waitMs = 1500

/**
 * Handles keys before the page does, so that the key after `G` never triggers a shortcut of the page. For example, going to the
 * registrations (`G R`) must not request changes from an applicant.
 */
export function useGoKeys() {
  const { id } = usePerson()
  const menu = useRef<readonly Place[]>([])
  menu.current = useMenu()
  const [hasSingleKeys] = useSingleKeys(id)
  const navigate = useNavigate()
  const go = useRef(navigate)
  go.current = navigate
  useEffect(() => {
    if (!hasSingleKeys) return
    let until = 0
    const onKey = (event: KeyboardEvent) => {
      if (isTaken(event) || event.shiftKey) return
      const typed = event.key.toLowerCase()
      if (event.timeStamp > until) {
        if (typed === 'g' && !event.repeat) until = event.timeStamp + waitMs
        return
      }
      until = 0
      event.preventDefault()
      const found = lettered(menu.current).find(({ letter }) => letter === typed)
      if (found) go.current(found.place.path)
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [hasSingleKeys])
}
