import type { ReactNode } from 'react'

/** Drawings of the icons that declarations name, on an 18 px grid. */
export const icons = {
  book: (
    <path d="M9 4.5C7.5 3.3 5.3 2.8 2 2.8v11.4c3.3 0 5.5.5 7 1.6 1.5-1.1 3.7-1.6 7-1.6V2.8c-3.3 0-5.5.5-7 1.7zM9 4.5v11.3" />
  ),
  card: <path d="M2 4h14v10H2zM4.5 7.5h4M4.5 10.5h9" />,
} as const satisfies { readonly [name: string]: ReactNode }
