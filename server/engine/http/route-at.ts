import type { Endpoint } from '#model/wire/endpoints.ts'

/** Converts an endpoint to route options. */
export const routeAt = ({ method, path }: Endpoint) => ({ method, url: path })
