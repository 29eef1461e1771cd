/** Policy of what our pages may load and run (S-13.2): the server says it in a header, a page that others serve in itself. */

interface PolicyParts {
  /** Sources that vouch for the scripts and for the styles within the page. */
  readonly scripts: string
  readonly styles: string
  /** Origin of the API; empty: the page's own. */
  readonly api: string
}

/** The page's Content-Security-Policy, but for `frame-ancestors`, which counts in a header alone. */
export const pagePolicy = ({ scripts, styles, api }: PolicyParts): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${scripts}`,
    `style-src-elem 'self' ${styles}`,
    // antd measures a textarea by setting its style attribute.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: ${api}`.trim(),
    "font-src 'self'",
    `connect-src 'self' ${api}`.trim(),
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')

/** Name of the `<meta>` by which a page that was built for an API at another origin names that origin. */
export const apiOriginMeta = 'api-origin'
