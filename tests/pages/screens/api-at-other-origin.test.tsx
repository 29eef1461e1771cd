/**
 * Links and images of pages when the API has another origin: only requests that the page makes
 * itself carry cookies.
 */
import '@testing-library/jest-dom/vitest'
import { ConsoleContext } from '@matricola/console/app/console-context.ts'
import { downloadAfterReauthentication } from '@matricola/console/app/reauthenticated-download.ts'
import { ApiImage } from '@matricola/console/fields/api-image.tsx'
import { ApiLink } from '@matricola/console/fields/api-link.tsx'
import { currentLanguage, translate } from '@matricola/console/i18n.ts'
import { navigation } from '@matricola/console/navigation.ts'
import { ToastHost } from '@matricola/console/toasts/toast-host.tsx'
import { createHttp, type Http } from '@matricola/providers/http.ts'
import { failureResponse, handle } from '@matricola/testing/pages/network.ts'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { getResource } from '#resources/index.ts'
import { universityConsole } from '#src/console.ts'
import { setAddress } from '../support/browser.ts'

const api = 'https://api.univ.test'
const path = '/api/files/0199a000-0000-7000-8000-000000000001'

/** Names of the files that were saved, and media types of those opened in a tab. */
let saved: string[] = []
let opened: string[] = []
let mayOpen = true

beforeEach(async () => {
  await setAddress('/admin')
  saved = []
  opened = []
  mayOpen = true
  URL.createObjectURL = (blob: Blob) => `blob:${blob.type}`
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  vi.spyOn(window, 'open').mockImplementation((address) => {
    if (!mayOpen) return null
    opened.push(String(address))
    return window
  })
})

const answerFile = (type: string, disposition: string) =>
  handle(
    { method: 'GET', path },
    () =>
      new HttpResponse('bytes', {
        headers: { 'content-type': type, 'content-disposition': disposition },
      }),
  )

const http = createHttp({ baseUrl: api, language: currentLanguage, text: translate })

const renderWith = (client: Http, element: ReactNode) =>
  render(
    <ConsoleContext
      value={{ ...universityConsole, providers: { ...universityConsole.providers, http: client } }}
    >
      {element}
    </ConsoleContext>,
  )

/** Renders an image and returns its attributes. */
function imageAttributes(client: Http, path: string) {
  renderWith(client, <ApiImage path={path} alt={path} />)
  const image = screen.getByRole('img', { name: path })
  return { src: image.getAttribute('src'), crossOrigin: image.getAttribute('crossorigin') }
}

/** Renders a link and clicks it. */
async function followLink(link: Parameters<typeof ApiLink>[0]) {
  const user = userEvent.setup()
  renderWith(
    http,
    <>
      <ApiLink {...link}>File</ApiLink>
      <ToastHost />
    </>,
  )
  const anchor = screen.getByRole('link', { name: 'File' })
  expect(anchor).toHaveAttribute('href', `${api}${path}`)
  await user.click(anchor)
  await waitFor(() => expect(anchor).toHaveAttribute('aria-busy', 'false'))
}

describe('with the API at another origin (R-C02)', () => {
  test('a file is fetched with cookies and saved under its name', async () => {
    const { requests } = answerFile(
      'application/pdf',
      "attachment; filename*=UTF-8''Diplom%C4%83.pdf",
    )
    await followLink({ path, download: true })
    expect(saved).toEqual(['Diplomă.pdf'])
    expect(requests.map(({ url, credentials }) => [url, credentials])).toEqual([
      [`${api}${path}`, 'include'],
    ])
  })

  test('a link with a file name saves the file under that name', async () => {
    answerFile('application/pdf', 'attachment; filename="x.pdf"')
    await followLink({ path, download: 'Diploma of Ana.pdf' })
    expect(saved).toEqual(['Diploma of Ana.pdf'])
  })

  test.each([
    ['image/jpeg', true, ['blob:image/jpeg'], []],
    ['image/jpeg', false, [], ['x']],
    ['application/pdf', true, [], ['x']],
    ['image/svg+xml', true, [], ['x']],
  ] as const)(
    'a link to view %s (the browser opens tabs: %s) opens %j and saves %j',
    async (type, canOpenTab, tabs, files) => {
      mayOpen = canOpenTab
      answerFile(type, 'inline; filename="x"')
      await followLink({ path, target: '_blank' })
      expect([opened, saved]).toEqual([tabs, files])
    },
  )

  test('a file that cannot be fetched shows the reason', async () => {
    handle({ method: 'GET', path }, () =>
      failureResponse(404, 'record.missing', 'There is no such file.'),
    )
    await followLink({ path, download: true })
    expect(await screen.findByText('There is no such file.')).toBeVisible()
    expect(saved).toEqual([])
  })

  test('a file that the page already holds needs no request', () => {
    renderWith(
      http,
      <ApiLink path="blob:x" target="_blank">
        Own
      </ApiLink>,
    )
    expect(screen.getByRole('link', { name: 'Own' })).toHaveAttribute('href', 'blob:x')
  })

  test('images are requested with cookies', () => {
    expect(imageAttributes(http, path)).toEqual({
      src: `${api}${path}`,
      crossOrigin: 'use-credentials',
    })
    expect(imageAttributes(http, 'blob:x')).toEqual({ src: 'blob:x', crossOrigin: null })
  })

  test('exports are fetched by the page', async () => {
    const { requests } = answerFile('text/csv', 'attachment; filename="courses.csv"')
    await downloadAfterReauthentication(http, getResource('courses'), `${path}?lng=en`)
    expect([saved, requests[0]?.url]).toEqual([['courses.csv'], `${api}${path}?lng=en`])
    expect(navigation.download).not.toHaveBeenCalled()
  })
})

test('at the same origin the browser fetches links, images and exports itself', async () => {
  await setAddress('/admin')
  renderWith(
    universityConsole.providers.http,
    <ApiLink path={path} download>
      File
    </ApiLink>,
  )
  expect(screen.getByRole('link', { name: 'File' })).toHaveAttribute('href', path)
  expect(screen.getByRole('link', { name: 'File' })).toHaveAttribute('download')
  expect(imageAttributes(universityConsole.providers.http, path)).toEqual({
    src: path,
    crossOrigin: null,
  })
  await downloadAfterReauthentication(
    universityConsole.providers.http,
    getResource('courses'),
    path,
  )
  expect(navigation.download).toHaveBeenCalledWith(path)
})
