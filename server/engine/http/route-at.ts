import type { Endpoint } from '#model/wire/endpoints.ts'

/** Where a call is answered, as a route says it. */
export const routeAt = ({ method, path }: Endpoint) => ({ method, url: path })
