/** Files going in and out of lists, in jsdom with the real application behind the page. */
import { cleanup, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import type { Language } from '#model/vocabulary.ts'
import { resetSession } from '#providers/session.ts'
import { loadTexts } from '#src/i18n.ts'
import { forgetJobs } from '#src/pages/bulk/followed.ts'
import { clearSelections } from '#src/pages/bulk/selection.ts'
import type { SessionApp } from '#tests/support/session.ts'
import { allAnswered, connectTo, serverSide } from '../support/application.tsx'
import { openConsole } from '../support/console.tsx'

/** A form as browsers write it. */
async function multipart(form: FormData) {
  const boundary = 'boundary-of-the-test'
  const parts: Buffer[] = []
  for (const [name, value] of form) {
    const file = value instanceof File ? `; filename="${value.name}"\r\ncontent-type: application/octet-stream` : ''
    const content = value instanceof File ? Buffer.from(await value.arrayBuffer()) : Buffer.from(value)
    parts.push(Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`), content, Buffer.from('\r\n'))
  }
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]) }
}

/** jsdom's own sends a file as the words "[object File]". */
class FetchedRequest {
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void; onload?: () => void } = {}
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
    multipart(body)
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

/** The application with an administrator and a secretary, and jobs at work. */
export function realAppHere() {
  let api: SessionApp
  let jobs: { stop(): Promise<void> }
  beforeAll(async () => {
    vi.stubGlobal('XMLHttpRequest', FetchedRequest)
    const { startJobs, startSessionApp } = await serverSide()
    api = await startSessionApp()
    await api.account('admin', { username: 'admin' })
    await api.account('secretary', { username: 'secretary' })
    jobs = await startJobs(api.context, 50)
  })
  afterEach(async () => {
    // Pages ask on for as long as they are shown.
    cleanup()
    await allAnswered()
    resetSession()
    clearSelections()
    forgetJobs()
  })
  afterAll(async () => {
    await jobs.stop()
    await api.close()
  })

  return {
    /** Opens a private page as somebody with a session of their own. */
    async open(role: 'admin' | 'secretary', address: string, language: Language = 'en') {
      const browser = api.browser()
      await browser.signIn(role)
      const { jar } = connectTo(api.app)
      for (const [name, value] of browser.jar) jar.set(name, value)
      const { hands } = await openConsole(address, { role, language, isAsked: true })
      await loadTexts('exchange', 'bulk')
      return { hands, browser }
    },
    /** Makes departments and answers their names. */
    async departments(count: number, name: (number: number) => string) {
      const browser = api.browser()
      await browser.signIn('admin')
      for (let number = 1; number <= count; number++)
        await browser.call('POST', '/api/department-profiles/create', { name: name(number), isActive: true })
    },
  }
}

/** A file as a person chooses it. */
export const csvFile = (lines: readonly string[], name = 'departments.csv') => new File([lines.join('\r\n')], name, { type: 'text/csv' })

/** The input behind the button that chooses a file. */
export const chooser = () => screen.getByLabelText<HTMLInputElement>('Choose a file', { selector: 'input' })
