import { createContext, useContext } from 'react'

/**
 * Opens the list of keyboard shortcuts. The key `?` does the same while single-key shortcuts are
 * on.
 */
export const OpenShortcutsContext = createContext<() => void>(() => {})

export const useOpenShortcuts = () => useContext(OpenShortcutsContext)
