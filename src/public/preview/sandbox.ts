/**
 * Separates the preview from the device and the server. The browser blocks its requests as well,
 * because the server sends the page with `connect-src 'none'`; the replacements here let the form
 * respond as it does to applicants.
 */
let currentNotice = ''

/** The message that answers every attempt to send something. */
export const notice = () => currentNotice
export const setNotice = (text: string) => {
  currentNotice = text
}

let files = 0

/** An upload succeeds, and its file stays in the frame. Every other call is refused. */
function responseTo(body: unknown): { readonly status: number; readonly text: string } {
  const file = body instanceof FormData ? body.get('file') : null
  const isUpload = file instanceof File
  const envelope = isUpload
    ? {
        success: true,
        message: '',
        data: {
          id: `00000000-0000-4000-8000-${String(++files).padStart(12, '0')}`,
          name: file.name,
          mediaType: file.type,
          bytes: file.size,
        },
      }
    : {
        success: false,
        data: null,
        message: currentNotice,
        code: 'permission.denied',
        requestId: '',
      }
  return { status: isUpload ? 200 : 403, text: JSON.stringify(envelope) }
}

const json = { 'content-type': 'application/json' }

/** The part of `XMLHttpRequest` that `providers/send.ts` uses for uploads. */
class LocalRequest {
  readonly upload: { onload?: () => void } = {}
  responseText = ''
  status = 0
  onload?: () => void
  onloadend?: () => void
  open() {}
  setRequestHeader() {}
  getResponseHeader = (name: string) => (name === 'content-type' ? json['content-type'] : null)
  abort() {}
  send(body: unknown) {
    setTimeout(() => {
      const { status, text } = responseTo(body)
      this.status = status
      this.responseText = text
      this.upload.onload?.()
      this.onload?.()
      this.onloadend?.()
    })
  }
}

const blocked = () => {
  throw new DOMException('The preview stores nothing.', 'SecurityError')
}

/**
 * Replaces the requests and the storage of this window, and ignores links to other pages. The form
 * treats blocked storage as empty.
 */
export function startSandbox(): void {
  const set = (owner: object, name: string, property: PropertyDescriptor) =>
    Object.defineProperty(owner, name, { configurable: true, ...property })
  set(window, 'fetch', {
    value: async (_url: string, { body }: RequestInit = {}) => {
      const { status, text } = responseTo(body)
      return new Response(text, { status, headers: json })
    },
  })
  set(window, 'XMLHttpRequest', { value: LocalRequest })
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
    set(window, name, { get: blocked })
  // A chosen language applies to the preview alone.
  set(document, 'cookie', { get: () => '', set: () => {} })
  // Back leaves the preview, instead of going through the steps of the form.
  window.history.pushState = window.history.replaceState.bind(window.history)
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link && !link.getAttribute('href')?.startsWith('#')) event.preventDefault()
  })
}
