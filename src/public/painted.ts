import { createContext } from 'react'

/** True when the server has painted the page: what people read already stays while the browser finds out more. */
export const Painted = createContext(false)
