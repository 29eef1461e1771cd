/**
 * Path and query of the current page: from the browser, or from the request when rendering on the
 * server.
 */
interface Address {
  readonly path: string
  readonly search: string
}

let requestedAddress: Address | null = null

/** Sets the address. Only for rendering on the server. */
export function setCurrentAddress(address: Address) {
  requestedAddress = address
}

export const currentAddress = (): Address =>
  requestedAddress ?? { path: window.location.pathname, search: window.location.search }

/** Returns a query parameter. */
export const addressParam = (name: string): string | null =>
  new URLSearchParams(currentAddress().search).get(name)
