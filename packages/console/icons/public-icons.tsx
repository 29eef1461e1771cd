/**
 * Icons of the public pages on an 18 px grid. `Icon` sets stroke colour and width.
 * `console-icons.tsx` contains the others.
 */
import type { ReactNode } from 'react'

export const publicIcons = {
  file: <path d="M4 1.8h6.8L14 5v11.2H4zM10.5 2v3.3h3.3M6.5 8.5h5M6.5 11.5h5" />,
  ring: <path d="M15 9a6 6 0 1 1-3-5.2" />,
  tray: <path d="M2 9h8.5M7.5 6l3 3-3 3M14.5 3.5v11" />,
  eye: (
    <path d="M1.5 9c1.8-3.2 4.3-4.8 7.5-4.8s5.7 1.6 7.5 4.8c-1.8 3.2-4.3 4.8-7.5 4.8S3.3 12.2 1.5 9zM9 6.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4" />
  ),
  pencil: (
    <path d="M3 15l.8-3.6L12 3.2a1.4 1.4 0 0 1 2 0l.8.8a1.4 1.4 0 0 1 0 2L6.6 14.2zM10.7 4.5l2.8 2.8" />
  ),
  check: <path d="M3.5 9.5l3.8 3.8 7.2-8" strokeWidth="2.2" />,
  cross: <path d="M4.5 4.5l9 9M13.5 4.5l-9 9" strokeWidth="2.2" />,
  clock: <path d="M9 2a7 7 0 1 0 0 14A7 7 0 0 0 9 2M9 5v4.3l2.8 1.7" />,
  pause: <path d="M6.3 4v10M11.7 4v10" strokeWidth="2.2" />,
  flag: <path d="M4 16V2.5h10l-2.3 3.5L14 9.5H4" />,
  'chevron-left': <path d="M11.5 3.5 6 9l5.5 5.5" />,
  'chevron-right': <path d="M6.5 3.5 12 9l-5.5 5.5" />,
  close: <path d="M4.5 4.5l9 9M13.5 4.5l-9 9" />,
  sun: (
    <path d="M9 5.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4M9 1.3v1.5M9 15.2v1.5M1.3 9h1.5M15.2 9h1.5M3.6 3.6l1 1M13.4 13.4l1 1M14.4 3.6l-1 1M4.6 13.4l-1 1" />
  ),
  moon: <path d="M15.3 10.8A6.8 6.8 0 0 1 7.2 2.7a6.8 6.8 0 1 0 8.1 8.1z" />,
  minus: <path d="M3 9h12" />,
  plus: <path d="M9 3v12M3 9h12" />,
  warning: <path d="M9 2.2 1.5 15.3h15zM9 7v4M9 13.2v.01" />,
  info: <path d="M9 2a7 7 0 1 0 0 14A7 7 0 0 0 9 2M9 8.3V13M9 5.5v.01" />,
  success: <path d="M9 2a7 7 0 1 0 0 14A7 7 0 0 0 9 2M5.8 9.3l2.2 2.2 4.2-4.8" />,
  error: <path d="M6.1 2h5.8L16 6.1v5.8L11.9 16H6.1L2 11.9V6.1zM9 5.5v4M9 12.5v.01" />,
  copy: <path d="M6.5 6.5h9v9h-9zM11.5 3.8V2.5h-9v9h1.3" />,
  'arrow-left': <path d="M15.5 9h-13M7.5 3.8 2.3 9l5.2 5.2" />,
  'arrow-up': <path d="M9 15.5v-13M3.8 7.7 9 2.3l5.2 5.4" />,
  'eye-off': (
    <path d="M2.5 2.5l13 13M7 4.4c.6-.1 1.3-.2 2-.2 3.2 0 5.7 1.6 7.5 4.8-.6 1.1-1.3 2-2.1 2.7M11.8 13.4c-.9.3-1.8.4-2.8.4-3.2 0-5.7-1.6-7.5-4.8.9-1.6 2-2.8 3.2-3.6" />
  ),
  reload: <path d="M15.5 3v4h-4M15.2 7A6.6 6.6 0 1 0 15.6 10" />,
} as const satisfies Record<string, ReactNode>
