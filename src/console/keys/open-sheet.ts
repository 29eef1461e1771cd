import { createContext, useContext } from 'react'

/** Opens the list of keys, for buttons of pages; the key `?` does the same while single keys are on. */
export const OpenKeySheet = createContext<() => void>(() => {})

export const useOpenKeySheet = () => useContext(OpenKeySheet)
