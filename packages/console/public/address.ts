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

/**
 * Returns a query parameter of the address that this document was loaded with. Back, Forward and
 * links within the page can change the address before hydration, but not the prerendered view.
 */
export const loadedParam = (name: string): string | null =>
  new URLSearchParams(loadedSearch()).get(name)

/** The query of the address that this document was loaded with. */
export function loadedSearch(): string {
  if (requestedAddress) return requestedAddress.search
  const [load] = performance.getEntriesByType('navigation')
  return load ? new URL(load.name).search : window.location.search
}
