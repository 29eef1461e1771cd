import { type DrawnIcon, drawings } from './drawings.tsx'

export type { DrawnIcon } from './drawings.tsx'

/** One of our icons, 18 px, in the colour of the text around it. Decoration: what it means stands beside it in words or in the control's name. */
export function Icon({ name, className }: { name: DrawnIcon; className?: string }) {
  return (
    <svg
      className={className ? `icon ${className}` : 'icon'}
      viewBox="0 0 18 18"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {drawings[name]}
    </svg>
  )
}
