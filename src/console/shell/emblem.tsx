/** The product's mark, in brass. */
export function Emblem() {
  return (
    <svg
      className="emblem"
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      aria-hidden="true"
    >
      <circle cx="10" cy="10" r="8.800" />
      <path d="M5.800 13.600V6.900l4.200 4.600 4.200-4.600v6.700" strokeLinejoin="round" strokeLinecap="round" />
    </svg>
  )
}
