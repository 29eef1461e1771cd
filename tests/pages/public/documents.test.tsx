import { changeLanguage } from '@matricola/console/i18n.ts'
import type { ErrorCode } from '@matricola/schema/wire/errors.ts'
import { enableFileUploads } from '@matricola/testing/pages/file-uploads.ts'
import { failureResponse, handle, recordRequests } from '@matricola/testing/pages/network.ts'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeAll, expect, test, vi } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import { DocumentCard } from '#src/public/documents/document-card.tsx'
import { Uploads } from '#src/public/documents/uploads.ts'
import { setAddress } from '../support/browser.ts'
import { fakeResizeTo, jpegFile, mislabelledFile, pdfFile, pngFile } from '../support/documents.ts'
import { serverSide, setUpSessions } from '../support/server.ts'

const site = setUpSessions()
beforeAll(async () => {
  enableFileUploads()
  await (await serverSide()).updateSettings(site.api, { registrationOpen: true })
})

const megabyte = 1024 * 1024
const card = (name: string) => screen.getByRole('region', { name })
const choose = (label: string, file: File) =>
  userEvent
    .setup({ applyAccept: false })
    .upload(screen.getByLabelText(label, { selector: 'input' }), file)

async function showCard(resizePicture = fakeResizeTo(700_000)) {
  await setAddress('/registration/create', 'en', 'apply')
  const uploads = new Uploads(admissionEndpoints.sendFile, resizePicture)
  render(<DocumentCard uploads={uploads} name="fileIdCard" />)
  return { uploads, resizePicture }
}

/** Matches an id assigned by the server. */
const anyId = expect.stringMatching(/^[\da-f-]{36}$/)

test('a document is uploaded as soon as it is chosen, and the card says so in words', async () => {
  const { requests } = recordRequests(admissionEndpoints.sendFile)
  const { uploads } = await showCard()
  await choose('Identity card', jpegFile('card.jpg'))
  expect(await screen.findByText('Uploaded')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('Identity card uploaded')
  expect(uploads.ids()).toEqual({ fileIdCard: anyId })
  expect(requests).toHaveLength(1)
  expect(requests[0]?.headers.get('content-type')).toMatch(/^multipart\/form-data/)
  expect(screen.getByRole('button', { name: 'Replace Identity card' })).toBeTruthy()
})

test('a document can be photographed if the device has a camera', async () => {
  const { uploads } = await showCard()
  const camera = document.querySelector<HTMLInputElement>('input[capture=environment]')
  if (!camera) throw new Error('there is no input for the camera')
  const opened = vi.spyOn(camera, 'click')
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Take a photo' }))
  expect(opened).toHaveBeenCalledOnce()
  await user.upload(camera, jpegFile('photo.jpg'))
  expect(await screen.findByText('Uploaded')).toBeTruthy()
  expect(uploads.ids()).toEqual({ fileIdCard: anyId })
})

test('the buttons that change an existing document are less prominent than those that add one', async () => {
  await showCard()
  const styleOf = (name: string) => screen.getByRole('button', { name }).className
  expect(styleOf('Choose file Identity card')).toBe('button')
  await choose('Identity card', jpegFile('card.jpg'))
  await screen.findByText('Uploaded')
  expect(['Replace Identity card', 'View', 'Remove'].map(styleOf)).toEqual([
    'button-link',
    'button-link',
    'button-link',
  ])
})

test('a file over 2 MB is refused by name, in the words of the specification, before anything is sent (R-T03)', async () => {
  const { requests } = recordRequests(admissionEndpoints.sendFile)
  await showCard()
  await choose('Identity card', pdfFile('scan.pdf', 2 * megabyte + 1))
  expect(await screen.findByText('Invalid file size.')).toBeTruthy()
  expect(screen.getByText('Maximum file size is 2 MB.')).toBeTruthy()
  expect(screen.getByText(/^Your file is 2\.1 MB\. Take photos/)).toBeTruthy()
  expect(screen.getByText('scan.pdf')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toMatch(
    /^Identity card, scan\.pdf: Invalid file size\./,
  )
  expect(requests).toEqual([])
})

test('a file of exactly 2 MB is sent (R-T03)', async () => {
  await showCard()
  await choose('Identity card', pdfFile('scan.pdf', 2 * megabyte))
  expect(await screen.findByText('Uploaded')).toBeTruthy()
})

test("the server's refusal of a size has the same words (R-T03)", async () => {
  handle(admissionEndpoints.sendFile, () =>
    failureResponse(413, 'upload.tooLarge', 'Maximum file size is 2 MB.'),
  )
  await showCard()
  await choose('Identity card', pdfFile('scan.pdf'))
  expect(await screen.findByText('Invalid file size.')).toBeTruthy()
})

test('a photo over 1 MB is shrunk, and both its original and its stored size are shown', async () => {
  const { resizePicture } = await showCard(fakeResizeTo(806_382))
  await choose('Identity card', jpegFile('photo.jpg', 5_100_000))
  expect(await screen.findByText('Uploaded')).toBeTruthy()
  expect(resizePicture).toHaveBeenCalledOnce()
  expect(screen.getByText('5.1 MB → 0.8 MB')).toBeTruthy()
})

test('a photo that stays over 2 MB is refused (R-T03)', async () => {
  await showCard(fakeResizeTo(2.5 * megabyte))
  await choose('Identity card', jpegFile('photo.jpg', 5 * megabyte))
  expect(await screen.findByText('Invalid file size.')).toBeTruthy()
})

test('a refused file shows the reason, and not also that there is no file', async () => {
  await setAddress('/registration/create', 'en', 'apply')
  const missing = 'Upload your identity card'
  render(
    <DocumentCard
      uploads={new Uploads(admissionEndpoints.sendFile, fakeResizeTo(1))}
      name="fileIdCard"
      message={missing}
    />,
  )
  const button = screen.getByRole('button', { name: 'Choose file Identity card' })
  const description = () =>
    document.getElementById(button.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')
      ?.textContent
  expect(description()).toBe(missing)
  await choose('Identity card', mislabelledFile('cv.pdf', 'application/pdf'))
  await waitFor(() => expect(screen.queryByText(missing)).toBeNull())
  expect(description()).toMatch(/cv\.pdf.*This is not a PDF, JPG or PNG\./)
})

test.each([
  [
    'a text with the name of a PDF',
    mislabelledFile('cv.pdf', 'application/pdf'),
    /^This is not a PDF, JPG or PNG\./,
  ],
  ['an empty file', new File([], 'card.jpg', { type: 'image/jpeg' }), /^This file is empty\./],
  [
    'a truncated PDF',
    new File(['%PDF-1.7 and no end'], 'cv.pdf', { type: 'application/pdf' }),
    /^This file cannot be read/,
  ],
])(
  '%s is refused because of its content, and the error names the file',
  async (_what, file, text) => {
    await showCard()
    await choose('Identity card', file)
    expect(await screen.findByText(text, { selector: '.field-message' })).toBeTruthy()
    expect(screen.getByText(file.name)).toBeTruthy()
    expect(screen.getByRole('status').textContent).toContain(`Identity card, ${file.name}: This`)
  },
)

test('a PNG is recognised by its bytes, even where `latin1` is Windows-1252, as in every browser', async () => {
  const { TextDecoder: Decoder } = globalThis
  class BrowsersDecoder extends Decoder {
    override decode(...[input, options]: Parameters<TextDecoder['decode']>) {
      if (this.encoding !== 'windows-1252' || !(input instanceof Uint8Array))
        return super.decode(input, options)
      return Array.from(input, (byte) => (byte === 0x89 ? '‰' : String.fromCharCode(byte))).join('')
    }
  }
  vi.stubGlobal('TextDecoder', BrowsersDecoder)
  await showCard()
  await choose('Identity card', pngFile('card.png'))
  await screen.findByText('Uploaded')
  vi.stubGlobal('TextDecoder', Decoder)
})

test('a photo with a wrong extension is renamed to match its content, as the server requires', async () => {
  await showCard()
  await choose(
    'Identity card',
    new File([await jpegFile('x.png').arrayBuffer()], 'card.png', { type: 'image/png' }),
  )
  await screen.findByText('Uploaded')
  expect(screen.getByText('card.jpg')).toBeTruthy()
})

test('after a lost connection, the upload resumes automatically', async () => {
  let isOnline = false
  handle(admissionEndpoints.sendFile, () => (isOnline ? undefined : HttpResponse.error()))
  const { uploads } = await showCard()
  await choose('Identity card', jpegFile('card.jpg'))
  expect(await screen.findByText(/^No connection\. The file is saved/)).toBeTruthy()
  isOnline = true
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('Uploaded')).toBeTruthy()
  expect(uploads.ids()).toEqual({ fileIdCard: anyId })
})

test('a connection that returns while an attempt is failing is used immediately', async () => {
  const goOnline = () => void window.dispatchEvent(new Event('online'))
  let tries = 0
  handle(admissionEndpoints.sendFile, () => {
    tries += 1
    if (tries > 4) return undefined
    if (tries === 4) goOnline()
    return HttpResponse.error()
  })
  await showCard()
  await choose('Identity card', jpegFile('card.jpg'))
  for (const attempt of [1, 2, 3]) {
    await waitFor(() => expect(tries).toBe(attempt))
    expect(await screen.findByText(/^No connection\. The file is saved/)).toBeTruthy()
    act(goOnline)
  }
  expect(await screen.findByText('Uploaded')).toBeTruthy()
})

test('a file that the server refuses is kept and can be sent again', async () => {
  let tries = 0
  handle(admissionEndpoints.sendFile, () => {
    tries += 1
    return tries === 1
      ? failureResponse(429, 'requests.tooMany', 'Too many attempts. Try again in a few minutes.')
      : undefined
  })
  await showCard()
  await choose('Identity card', jpegFile('card.jpg'))
  expect(await screen.findByText('Too many attempts. Try again in a few minutes.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Uploaded')).toBeTruthy()
})

test.each([429, 502, 503, 504])(
  'a temporary %s from the server is not reported as a lost connection, and the upload resumes automatically',
  async (status) => {
    let isBusy = true
    const { requests } = handle(admissionEndpoints.sendFile, () =>
      isBusy ? HttpResponse.json(null, { status, headers: { 'retry-after': '1' } }) : undefined,
    )
    await showCard()
    await choose('Identity card', jpegFile('card.jpg'))
    expect(
      await screen.findByText(
        'The server cannot accept the file right now. The file is saved on this device and will upload automatically.',
      ),
    ).toBeTruthy()
    expect(screen.queryByText(/^No connection/)).toBeNull()
    isBusy = false
    expect(await screen.findByText('Uploaded')).toBeTruthy()
    expect(requests.length).toBeGreaterThan(1)
  },
)

test('a long Retry-After shows the server’s reason instead of waiting, and the file is kept', async () => {
  const message = 'Too many attempts. Try again in 40 minutes.'
  handle(admissionEndpoints.sendFile, () =>
    HttpResponse.json(
      {
        success: false,
        data: null,
        message,
        code: 'requests.tooMany',
        requestId: crypto.randomUUID(),
      },
      { status: 429, headers: { 'retry-after': '2400' } },
    ),
  )
  await showCard()
  await choose('Identity card', jpegFile('card.jpg'))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('files upload one after the other, and a removed one stops', async () => {
  let isFirst = true
  const { requests } = handle(admissionEndpoints.sendFile, () => {
    const isDelayed = isFirst
    isFirst = false
    return isDelayed ? new Promise<undefined>(() => {}) : undefined
  })
  const { uploads } = await showCard()
  render(<DocumentCard uploads={uploads} name="fileCV" />)
  await choose('Identity card', jpegFile('card.jpg'))
  await choose('CV', pdfFile('cv.pdf'))
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(card('CV').textContent).toContain('Waiting to upload')
  const remove = screen.getAllByRole('button', { name: 'Remove' })[0]
  await userEvent.click(remove as HTMLElement) // Found above.
  await waitFor(() => expect(document.activeElement?.id).toBe('fileIdCard'))
  expect(card('Identity card').querySelector('[role=status]')?.textContent).toBe(
    'Identity card removed',
  )
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(await screen.findByText('Uploaded')).toBeTruthy()
  expect(uploads.ids()).toEqual({ fileCV: anyId })
})

test('a document survives moving between steps, and an application draft restores it', async () => {
  const { requests } = recordRequests(admissionEndpoints.sendFile)
  const { uploads } = await showCard()
  await choose('Identity card', jpegFile('card.jpg'))
  await screen.findByText('Uploaded')
  const storedUpload = uploads.draftDocument('fileIdCard')
  expect(storedUpload).toMatchObject({ isReady: true, sent: { id: anyId } })
  const next = new Uploads(admissionEndpoints.sendFile)
  if (storedUpload) next.restore('fileIdCard', storedUpload)
  expect(next.ids()).toEqual({ fileIdCard: anyId })
  if (storedUpload) next.restore('fileCV', { ...storedUpload, sent: null })
  await next.whenSettled()
  expect(Object.keys(next.ids())).toEqual(['fileIdCard', 'fileCV'])
  expect(requests).toHaveLength(2)
})

test('a photo is shown in a modal dialog, where it can be rotated before it is sent', async () => {
  const { requests } = recordRequests(admissionEndpoints.sendFile)
  const { resizePicture } = await showCard()
  await choose('Identity card', jpegFile('card.jpg'))
  await screen.findByText('Uploaded')
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'View' }))
  const dialog = screen.getByRole('dialog', { name: 'Identity card: card.jpg' })
  expect(document.activeElement).toBe(dialog.querySelector('section'))
  for (const percent of ['150%', '200%', '300%', '400%']) {
    await user.click(screen.getByRole('button', { name: 'Zoom in' }))
    expect(screen.getByText(percent)).toBeTruthy()
  }
  await user.click(screen.getByRole('button', { name: 'Rotate' }))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(resizePicture).toHaveBeenCalledWith(expect.anything(), 1)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each<[ErrorCode, string]>([
  ['upload.pageless', 'This PDF has no pages.'],
  ['upload.tooManyPixels', 'This image has too many pixels.'],
  ['upload.tooComplex', 'This file takes too long to open.'],
])(
  'a file that the server refuses as %s shows the server’s message, and is not sent again',
  async (code, text) => {
    handle(admissionEndpoints.sendFile, () => failureResponse(415, code, text))
    await showCard()
    await choose('Identity card', pdfFile('scan.pdf'))
    expect(await screen.findByText(text, { selector: '.field-message' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  },
)

test.each([
  [
    'a JPEG that Windows has named .jfif',
    new File([jpegFile('x.jpg')], 'photo.jfif', { type: '' }),
    'photo.jfif',
  ],
  [
    'a PDF of an unknown type',
    new File([pdfFile('x.pdf')], 'scan', { type: 'application/octet-stream' }),
    'scan.pdf',
  ],
  [
    'a PDF with a byte order mark',
    new File(['\uFEFF', pdfFile('x.pdf')], 'scan.pdf', { type: 'application/pdf' }),
    'scan.pdf',
  ],
])('%s is sent with an extension that matches its content', async (_, file, name) => {
  recordRequests(admissionEndpoints.sendFile)
  const { uploads } = await showCard()
  uploads.choose('fileIdCard', file, file.name)
  expect(await screen.findByText('Uploaded')).toBeTruthy()
  expect(screen.getByText(name)).toBeTruthy()
})

test('the texts of a card follow the language', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  await showCard()
  await choose('Identity card', pdfFile('scan.pdf', 3_400_000))
  await screen.findByText('Invalid file size.')
  await act(() => changeLanguage('de'))
  expect(screen.getByText(/^Ihre Datei ist 3,4 MB groß\./)).toBeTruthy()
  expect(screen.getByText('Die maximale Dateigröße beträgt 2 MB.')).toBeTruthy()
})
