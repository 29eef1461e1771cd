/** Icons of the university's resources, on an 18 px grid. Only the console uses them. */
import { consoleIcons } from '@matricola/console/icons/console-icons.tsx'
import { publicIcons } from '@matricola/console/icons/public-icons.tsx'
import type { ReactNode } from 'react'
import type { universityIconNames } from '#resources/icons.ts'

export const universityIcons = {
  registrations: publicIcons.file,
  students: (
    <path d="M9 3 1.5 6.8 9 10.5l7.5-3.7zM4.5 8.5v3.8c1.2 1.3 2.7 2 4.5 2s3.3-.7 4.5-2V8.5M16.5 6.8v4.4" />
  ),
  professors: (
    <>
      <circle cx="4.5" cy="9" r="2" />
      <path d="M1.5 16c.2-2.6 1.2-3.9 3-3.9s2.8 1.3 3 3.9M5 3.5h11.5v8H10M8.5 6.5h5" />
    </>
  ),
  departments: <path d="M2.5 15.5V7L9 2.5 15.5 7v8.5zM7 15.5v-4.5h4v4.5M1.5 15.5h15" />,
  specializations: (
    <path d="M7 2h4v3.5H7zM1.5 12.5h4V16h-4zM12.5 12.5h4V16h-4zM9 5.5V9M3.5 12.5V9h11v3.5" />
  ),
  courses: (
    <path d="M9 4.5C7.5 3.3 5.3 2.8 2 2.8v11.4c3.3 0 5.5.5 7 1.6 1.5-1.1 3.7-1.6 7-1.6V2.8c-3.3 0-5.5.5-7 1.7zM9 4.5v11.3" />
  ),
  classes: (
    <>
      <circle cx="9" cy="5" r="2.3" />
      <path d="M5 15c.2-3.4 1.5-5 4-5s3.8 1.6 4 5" />
      <path d="M4.6 4.2a1.9 1.9 0 0 0-1 3.5M1.5 13.5c0-2 .7-3.3 2-3.9M13.4 4.2a1.9 1.9 0 0 1 1 3.5M16.5 13.5c0-2-.7-3.3-2-3.9" />
    </>
  ),
  exams: <path d="M3.5 2.5h11v13h-11zM6 6h6M6 9h6M6 12h3M11 12.2l1 1 2-2.4" />,
  grades: <path d="M9 2.2l2 4.3 4.6.6-3.4 3.2.9 4.7L9 12.7 4.9 15l.9-4.7L2.4 7.1 7 6.5z" />,
  finances: (
    <path d="M2 4.5h14v9H2zM9 6.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6M4.3 9h.01M13.7 9h.01" />
  ),
  cap: (
    <path d="M9 3 1.5 6.8 9 10.5l7.5-3.7zM4.5 8.5v3.8c1.2 1.3 2.7 2 4.5 2s3.3-.7 4.5-2V8.5M16.5 6.8v4.4" />
  ),
  resits: <path d="M14.5 8V2.5h-11v13H8M6 6h6M6 9h3M16 12.5a3 3 0 1 1-1-2.2M16 8.8v2h-2" />,
  people: consoleIcons.users,
  admission: <path d="M2 10.2 4.3 3h9.4L16 10.2V15H2zM2 10.2h3.8l1.1 2.2h4.2l1.1-2.2H16" />,
  key: (
    <>
      <circle cx="6" cy="12" r="3.4" />
      <path d="M8.5 9.5 15.3 2.7M11.6 6.4l2.3 2.3M13.8 4.2l1.8 1.8" />
    </>
  ),
  teaching: (
    <path d="M9 5C7.5 3.9 5.3 3.3 1.8 3.3v11c3.5 0 5.7.5 7.2 1.5 1.5-1 3.7-1.5 7.2-1.5v-11C12.7 3.3 10.5 3.9 9 5zM9 5v10.8" />
  ),
  money: (
    <path d="M15 4.6c0 1.4-2.7 2.4-6 2.4s-6-1-6-2.4 2.7-2.4 6-2.4 6 1 6 2.4zM15 4.6v8.8c0 1.4-2.7 2.4-6 2.4s-6-1-6-2.4V4.6M15 9c0 1.4-2.7 2.4-6 2.4S3 10.4 3 9" />
  ),
} as const satisfies { readonly [N in (typeof universityIconNames)[number]]: ReactNode }
