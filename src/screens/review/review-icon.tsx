import { IconFrame } from '@matricola/console/icons/icon.tsx'

/**
 * Icons that only the review uses. They are loaded with it, not with the first page of the console.
 */
const reviewIcons = {
  'fit-page': <path d="M4 2.5h10v13H4zM9 5v8M6.8 7 9 4.8 11.2 7M6.8 11 9 13.2l2.2-2.2" />,
  'fit-width': <path d="M2.5 2.5v13M15.5 2.5v13M5 9h8M7 6.8 4.8 9 7 11.2M11 6.8 13.2 9 11 11.2" />,
  rotate: <path d="M15.5 2.8v4h-4M15.2 6.8A6.7 6.7 0 1 0 15.7 9.5" />,
  'full-screen': <path d="M2.5 6.5v-4h4M11.5 2.5h4v4M15.5 11.5v4h-4M6.5 15.5h-4v-4" />,
  lock: <path d="M4 8h10v7.5H4zM6 8V5.5a3 3 0 0 1 6 0V8M9 11v1.8" />,
  external: <path d="M7.5 3H3v12h12v-4.5M10.5 2.5h5v5M15.2 2.8 8.5 9.5" />,
}

export const ReviewIcon = ({ name }: { readonly name: keyof typeof reviewIcons }) => (
  <IconFrame>{reviewIcons[name]}</IconFrame>
)
