/** Settings of the browser build. The only reader of `import.meta.env`. */
export const config = {
  /** Origin of the API, without a slash at its end; empty: the page's own origin. */
  apiUrl: String(import.meta.env.VITE_API_URL ?? '').replace(/\/+$/, ''),
  /** In tests a text that is missing is a mistake and stops the test. */
  isTest: import.meta.env.MODE === 'test',
} as const

/** The nonce of this page's Content-Security-Policy, for styles that a library adds at run time. */
export const cspNonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

/** The product's name, the same in every language. */
export const productName = 'Matricola'
