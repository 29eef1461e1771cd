/** The key that does what a button does; said to others by `aria-keyshortcuts`. */
export function Key({ name }: { readonly name: string | number }) {
  return (
    <span className="key" aria-hidden="true">
      {name}
    </span>
  )
}
