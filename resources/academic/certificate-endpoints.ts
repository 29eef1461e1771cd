import type { Endpoint } from '@matricola/schema/wire/endpoints.ts'

/**
 * Verification of a certificate, separate from its declaration so that the public page loads no
 * schemas.
 */
export const certificateEndpoints = {
  verify: { method: 'GET', path: '/api/certificates/verify/:code' },
} as const satisfies Record<string, Endpoint>
