import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fileCalls from '@matricola/schema/calls/files.ts'
import * as sessionCalls from '@matricola/schema/calls/session.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { removeFolder } from '@matricola/testing/databases.ts'
import { enableFileUploads } from '@matricola/testing/pages/file-uploads.ts'
import { failureResponse, handle, recordRequests } from '@matricola/testing/pages/network.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { getResource } from '#resources/index.ts'
import { roles } from '#resources/roles.ts'
import { openConsole, serverSide } from '../support/console-app.tsx'
import { jpegFile, pngFile } from '../support/documents.ts'

let api: TestApp
const folder = mkdtempSync(join(tmpdir(), 'matricola-images-'))
const callers = new Map<Role, Caller>()
beforeAll(async () => {
  const { createDiskFileStore, startApp } = await serverSide()
  api = await startApp(undefined, { files: createDiskFileStore(folder) })
  enableFileUploads()
  for (const role of roles) {
    const account = { name: 'Ana Pop', username: `ana.${role}`, email: `ana.${role}@univ.ro`, role }
    const { data } = await api.call<WireRecord>(
      createCaller('admin'),
      'POST',
      '/api/authentication/register',
      account,
    )
    callers.set(role, createCaller(role, data.id))
  }
})
afterAll(async () => {
  await api.close()
  removeFolder(folder)
})

function callerOf(role: Role): Caller {
  const caller = callers.get(role)
  if (!caller) throw new Error(`no account has the role ${role}`)
  return caller
}
const open = (role: Role, before?: () => unknown) =>
  openConsole(`/${role}/account`, { api, caller: callerOf(role), ...(before && { before }) })

describe('the account page', () => {
  test.each(roles)('shows the user’s data to each role: %s (R-D04)', async (role) => {
    await open(role)
    expect(await screen.findByText(`ana.${role}`)).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Your data' })).toBeVisible()
  })

  test('announces that a new password has to be chosen, in a live region that already exists', async () => {
    await openConsole('/professor/account', {
      api,
      caller: callerOf('professor'),
      user: { mustChangePassword: true },
    })
    // Announced before the page has loaded, then replaced by the page's own announcement.
    await waitFor(() =>
      expect(document.querySelector('[data-announcer]')).toHaveTextContent(
        'Choose a new password to continue.',
      ),
    )
    expect(
      await screen.findByText('Choose a new password to continue.', {
        ignore: '[data-announcer] *',
      }),
    ).toBeVisible()
  })

  test('lets every user change their name, and no field that is reserved for administrators', async () => {
    const user = await open('professor')
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    const name = screen.getByLabelText('Name')
    await user.clear(name)
    await user.type(name, 'Ana Pop-Rusu')
    expect(screen.queryByLabelText('Username')).toBeNull()
    const form = name.closest('form')
    if (!form) throw new Error('the name is not in a form')
    await user.click(within(form).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.getAllByText('Ana Pop-Rusu').length).toBeGreaterThan(0))
  })

  test('shows a message if there is no account data, and offers to retry (R-D04)', async () => {
    const { single } = endpointsOf(getResource('users'))
    await open('secretary', () => handle(single, () => failureResponse(503, 'server.busy', 'Busy')))
    expect(await screen.findByText('No account data available')).toBeVisible()
    expect(
      screen.getByText(
        'The account service page may be temporarily unavailable. Please try again later.',
      ),
    ).toBeVisible()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  test('immediately shows a new profile image, here and in the top bar (R-A11)', async () => {
    const user = await open('secretary')
    await user.upload(
      await screen.findByLabelText('Profile image', { selector: 'input' }),
      pngFile('ana.png'),
    )
    const profilePicture = await waitFor(() => {
      const image = document.querySelector('main img[src^="/api/files/"]')
      expect(image).not.toBeNull()
      return image?.getAttribute('src')
    })
    const { single } = endpointsOf(getResource('users'))
    const { data } = await api.call<WireRecord>(
      callerOf('secretary'),
      'GET',
      single.path.replace(':id', callerOf('secretary').id),
    )
    expect(profilePicture).toBe(data.imagePath)
    expect(document.querySelectorAll(`header img[src="${profilePicture}"]`)).toHaveLength(1)
  })

  test('refuses an image over 2 MB that cannot be made smaller, with the specified message (R-T03)', async () => {
    const user = await open('secretary')
    const image = new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'ana.png', { type: 'image/png' })
    await user.upload(await screen.findByLabelText('Profile image', { selector: 'input' }), image)
    expect((await screen.findAllByText('Invalid file size.')).length).toBeGreaterThan(0)
    expect(screen.getAllByText('Maximum file size is 2 MB.').length).toBeGreaterThan(0)
  })

  test('makes an image over 2 MB smaller before it is sent', async () => {
    const { requests } = recordRequests(fileCalls.uploadImage)
    const user = await open('secretary')
    const canvasContext = {
      translate: vi.fn(),
      rotate: vi.fn(),
      fillRect: vi.fn(),
      drawImage: vi.fn(),
    }
    // The canvas context that drawing needs.
    HTMLCanvasElement.prototype.getContext = vi.fn(() => canvasContext) as never
    HTMLCanvasElement.prototype.toBlob = (callback) => callback(jpegFile('small.jpg'))
    globalThis.createImageBitmap = vi.fn(async () => ({
      width: 4000,
      height: 3000,
      close: () => {},
    })) as never // An image of this size.
    const image = new File([new Uint8Array(3 * 1024 * 1024)], 'ana.png', { type: 'image/png' })
    await user.upload(await screen.findByLabelText('Profile image', { selector: 'input' }), image)
    expect(await screen.findByText('The image has been changed.')).toBeVisible()
    expect(canvasContext.drawImage).toHaveBeenCalledWith(expect.anything(), -1100, -825, 2200, 1650)
    expect(await requests[0]?.text()).toContain('content-type: image/jpeg')
    expect(screen.queryByText('Invalid file size.')).toBeNull()
  })

  test('lists the user’s sessions and ends another one', async () => {
    const { openSession } = await serverSide()
    const caller = callerOf('secretary')
    const startUpload = async (device: string) =>
      (
        await openSession(
          api.context.database,
          api.context.registry,
          caller,
          { device, address: '192.0.2.0' },
          new Date(),
        )
      ).sessionId
    const [sessionId, other] = [
      await startUpload('Chrome, Linux'),
      await startUpload('Safari, iOS'),
    ]
    const ended = recordRequests(sessionCalls.endSession)
    const user = await openConsole('/secretary/account', {
      api,
      caller: { ...caller, sessionId, reauthenticatedAt: new Date().toISOString() },
    })
    await user.click(await screen.findByRole('button', { name: 'Sign out: Safari, iOS' }))
    expect(await screen.findByText('Session ended.')).toBeVisible()
    expect(new URL(ended.requests[0]?.url ?? '').pathname).toBe(
      `/api/authentication/sessions/${other}`,
    )
  })
})
