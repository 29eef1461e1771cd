import type { Endpoint } from '@matricola/schema/wire/endpoints.ts'

/** Converts an endpoint to route options. */
export const routeOptionsOf = ({ method, path }: Endpoint) => ({ method, url: path })
