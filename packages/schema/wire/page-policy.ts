/**
 * Content Security Policy of the pages. The server sends it as a header; pages on other hosts
 * contain it as a `<meta>` element.
 */

interface PolicyParts {
  /** Hashes or nonces of inline scripts and styles. */
  readonly scripts: string
  readonly styles: string
  /** Origin of the API; empty if it is the page's own. */
  readonly api: string
  /** Whether the browser blocks every request except those for the files of the page. */
  readonly isSandboxed?: boolean | undefined
}

/** The policy without `frame-ancestors`, which only works in a header. */
export const pagePolicy = ({ scripts, styles, api, isSandboxed }: PolicyParts): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${scripts}`,
    `style-src-elem 'self' ${styles}`,
    // Ant Design measures a textarea through its style attribute.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: ${api}`.trim(),
    "font-src 'self'",
    isSandboxed ? "connect-src 'none'" : `connect-src 'self' ${api}`.trim(),
    "frame-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    isSandboxed ? "form-action 'none'" : "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')

/**
 * Name of the `<meta>` element with the origin of the API, for pages built for an API on another
 * origin.
 */
export const apiOriginMeta = 'api-origin'
