import type { Endpoint } from '@matricola/schema/wire/endpoints.ts'

const base = '/api/registrations'

/** Calls that few applicants make, which the form does not load. */
export const contactEndpoints = {
  changeContact: { method: 'POST', path: `${base}/applicant/contact` },
  changeEmail: { method: 'POST', path: `${base}/applicant/email` },
  /** Links in emails that verify an address or stop its change. */
  openEmailLink: { method: 'POST', path: `${base}/email-link` },
} as const satisfies Record<string, Endpoint>
