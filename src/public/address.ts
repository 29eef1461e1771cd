/** Where the page stands: the browser's address, or, where the server paints, the one that was asked for. */
interface Address {
  readonly path: string
  readonly search: string
}

let painted: Address | null = null

/** Only the server's painting has an address that is not the browser's. */
export function standAtAddress(address: Address) {
  painted = address
}

export const currentAddress = (): Address => painted ?? { path: window.location.pathname, search: window.location.search }

/** One parameter of the query string. */
export const addressParam = (name: string): string | null => new URLSearchParams(currentAddress().search).get(name)
