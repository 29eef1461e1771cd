/** `G` followed by a letter opens a page of the menu. */
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { ConsolePage } from '../app/area.ts'
import { useConsole } from '../app/console-context.ts'
import { useMenu, useMenuSections } from '../app/use-permission.ts'
import { useUser } from '../app/user-context.ts'
import { isKeyHandledElsewhere, useSingleKeyShortcuts } from './single-key-shortcuts.ts'

interface PageWithLetter {
  readonly letter: string
  readonly page: Pick<ConsolePage, 'key' | 'label' | 'path'>
}

/** Entries and sections of the menu that have a letter. A section opens its first entry. */
export function usePagesWithLetter(): PageWithLetter[] {
  const { shortcuts = {} } = useConsole()
  const sections = useMenuSections().flatMap(({ section: { name }, path }) =>
    name === null ? [] : [{ key: name, label: `shell:menu.sections.${name}`, path }],
  )
  return [...useMenu(), ...sections].flatMap((page) => {
    const letter = shortcuts[page.key]
    return letter === undefined ? [] : [{ letter, page }]
  })
}

/** Maximum time between `G` and the letter, in milliseconds. */
const sequenceTimeoutMs = 1500

/**
 * Handles keys before the page does, so that the key after `G` never triggers one of the page's
 * shortcuts. For example, going to the registrations (`G R`) must not request changes from an
 * applicant.
 */
export function useGoToShortcuts() {
  const { id } = useUser()
  const pages = useRef<readonly PageWithLetter[]>([])
  pages.current = usePagesWithLetter()
  const [hasSingleKeys] = useSingleKeyShortcuts(id)
  const navigate = useNavigate()
  const go = useRef(navigate)
  go.current = navigate
  useEffect(() => {
    if (!hasSingleKeys) return
    let expiresAt = 0
    const onKey = (event: KeyboardEvent) => {
      if (isKeyHandledElsewhere(event) || event.shiftKey) return
      const key = event.key.toLowerCase()
      if (event.timeStamp > expiresAt) {
        if (key === 'g' && !event.repeat) expiresAt = event.timeStamp + sequenceTimeoutMs
        return
      }
      expiresAt = 0
      event.preventDefault()
      const found = pages.current.find(({ letter }) => letter === key)
      if (found) go.current(found.page.path)
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [hasSingleKeys])
}
