import { createContext } from 'react'

/** Whether the server has painted the page: what people read already does not go away again while the browser finds out more. */
export const Painted = createContext(false)
