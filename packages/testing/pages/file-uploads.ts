/**
 * Lets pages in jsdom upload files: jsdom's own requests send each file as the text "[object
 * File]".
 */
import { vi } from 'vitest'

/** Encodes a form as browsers do. */
async function encodeForm(form: FormData) {
  const boundary = 'boundary-of-the-test'
  const parts: Buffer[] = []
  for (const [name, value] of form) {
    const file =
      value instanceof File
        ? `; filename="${value.name}"\r\ncontent-type: ${value.type || 'application/octet-stream'}`
        : ''
    const content =
      value instanceof File ? Buffer.from(await value.arrayBuffer()) : Buffer.from(value)
    parts.push(
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    )
  }
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

class FetchBasedRequest {
  readonly upload: {
    onprogress?: (event: { loaded: number; total: number }) => void
    onload?: () => void
  } = {}
  readonly #headers = new Headers()
  #method = ''
  #url = ''
  #answer = new Response(null)
  responseText = ''
  onload: (() => void) | null = null
  onerror: (() => void) | null = null
  onloadend: (() => void) | null = null
  open(method: string, url: string) {
    this.#method = method
    this.#url = url
  }
  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }
  getResponseHeader = (name: string) => this.#answer.headers.get(name)
  get status() {
    return this.#answer.status
  }
  abort() {}
  send(body: FormData) {
    this.upload.onload?.()
    encodeForm(body)
      .then(({ type, bytes }) => {
        this.#headers.set('content-type', type)
        return fetch(this.#url, { method: this.#method, headers: this.#headers, body: bytes })
      })
      .then(async (answer) => {
        this.#answer = answer
        this.responseText = await answer.text()
        this.onload?.()
      })
      .catch(() => this.onerror?.())
      .finally(() => this.onloadend?.())
  }
}

/**
 * Makes pages upload files as browsers do. At the end of the test file, the network of page tests
 * restores `fetch`.
 */
export function enableFileUploads(): void {
  vi.stubGlobal('XMLHttpRequest', FetchBasedRequest)
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    if (!(init?.body instanceof FormData)) return fetch(input, init)
    const { type, bytes } = await encodeForm(init.body)
    const headers = new Headers(init.headers)
    headers.set('content-type', type)
    return fetch(input, { ...init, headers, body: bytes })
  }
}
