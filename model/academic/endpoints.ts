import type { Endpoint } from '../wire/endpoints.ts'

/** Call for the code of a certificate, for anybody, apart from its declaration: the page that makes it loads no schemas. */
export const certificateEndpoints = {
  verify: { method: 'GET', path: '/api/certificates/verify/:code' },
} as const satisfies Record<string, Endpoint>
