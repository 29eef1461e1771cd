/**
 * Icons that only the console uses. They are loaded with its first page and never by public pages.
 */
import type { ReactNode } from 'react'

export const consoleIcons = {
  dashboard: <path d="M1.8 8.6 9 2.3l7.2 6.3M3.6 7.2v8.5h3.9v-4.6h3v4.6h3.9V7.2" />,
  users: (
    <>
      <circle cx="6.8" cy="5.8" r="2.9" />
      <path d="M1.5 15.5c.3-3.1 2.1-4.7 5.3-4.7s5 1.6 5.3 4.7M11.8 3.2a2.9 2.9 0 0 1 0 5.3M13.5 11.2c1.8.6 2.8 2 3 4.3" />
    </>
  ),
  settings: (
    <>
      <path d="M2 5h6.5M12.5 5H16M2 13h3.5M9.5 13H16" />
      <circle cx="10.5" cy="5" r="2" />
      <circle cx="7.5" cy="13" r="2" />
    </>
  ),
  documents: <path d="M4 2h6.5L14 5.5V16H4zM10.2 2v3.8H14M6.5 9h5M6.5 12h5" />,
  search: <path d="M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M12 12l4 4" />,
  bell: <path d="M4 13V8a5 5 0 0 1 10 0v5l1.2 1H2.8zM7.3 16.2h3.4" />,
  mail: <path d="M2 3.8h14v10.4H2zM2.5 4.5 9 9.8l6.5-5.3" />,
  user: (
    <path d="M9 2.3a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4M2.8 16c.5-3.2 2.6-4.8 6.2-4.8s5.7 1.6 6.2 4.8" />
  ),
  'chevron-down': <path d="M3.5 6.5 9 12l5.5-5.5" />,
  menu: <path d="M2.5 4.5h13M2.5 9h13M2.5 13.5h13" />,
  more: <path d="M3.8 9h.01M9 9h.01M14.2 9h.01" strokeWidth="2.6" />,
  columns: <path d="M2.5 3h13v12h-13zM6.8 3v12M11.2 3v12" />,
  filter: <path d="M2 3h14l-5.3 6.3V15l-3.4-1.8V9.3z" />,
  density: <path d="M2.5 3h13M2.5 7h13M2.5 11h13M2.5 15h13" />,
  logout: <path d="M7 2.5H3v13h4M7.5 9h8M12.5 6l3 3-3 3" />,
  download: <path d="M9 2v9M5.5 8 9 11.5 12.5 8M2.5 15.5h13" />,
  upload: <path d="M9 11.5v-9M5.5 6 9 2.5 12.5 6M2.5 15.5h13" />,
  calendar: <path d="M2.5 3.8h13v11.7h-13zM2.5 7.5h13M6 1.8v3.5M12 1.8v3.5" />,
  'arrow-right': <path d="M2.5 9h13M10.5 3.8 15.7 9l-5.2 5.2" />,
  'sort-up': <path d="M9 15V3.5M4.5 7.8 9 3.3l4.5 4.5" />,
  'sort-down': <path d="M9 3v11.5M4.5 10.2 9 14.7l4.5-4.5" />,
  history: <path d="M3 5.2V2.5M3 5.2h2.8M3.2 5A7 7 0 1 1 2 9M9 5.5v3.8l2.6 1.6" />,
  language: (
    <path d="M9 2a7 7 0 1 0 0 14A7 7 0 0 0 9 2M2.2 9h13.6M9 2c-4 4.3-4 9.7 0 14M9 2c4 4.3 4 9.7 0 14" />
  ),
  print: <path d="M5 6.5V2h8v4.5M5 12.5H2.5v-6h13v6H13M5 10.5h8V16H5z" />,
} as const satisfies Record<string, ReactNode>
