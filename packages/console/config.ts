/** Settings of the browser build. No other file reads `import.meta.env`. */
export const config = {
  /** Origin of the API without a trailing slash; empty if it is the page's own origin. */
  apiUrl: String(import.meta.env.VITE_API_URL ?? '').replace(/\/+$/, ''),
  /** Whether this is a test build, in which a missing text throws an error. */
  isTest: import.meta.env.MODE === 'test',
} as const

/** The nonce of the page's Content-Security-Policy, for styles that libraries add at run time. */
export const cspNonce = () =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
