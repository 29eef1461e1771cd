import { createContext } from 'react'

/**
 * Whether the server has prerendered the page. Its content then stays while the browser loads more.
 */
export const PrerenderedContext = createContext(false)
