/** The address of the current page: the browser's, or the requested one when rendering on the server. */
interface Address {
  readonly path: string
  readonly search: string
}

let painted: Address | null = null

/** Sets the address. Only for rendering on the server. */
export function standAtAddress(address: Address) {
  painted = address
}

export const currentAddress = (): Address => painted ?? { path: window.location.pathname, search: window.location.search }

/** Returns a query parameter. */
export const addressParam = (name: string): string | null => new URLSearchParams(currentAddress().search).get(name)
