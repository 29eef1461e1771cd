import type { NotificationProvider, OpenNotificationParams } from '@refinedev/core'

type ShowToast = (toast: { severity: 'success' | 'error' | 'info'; summary: string; detail?: string }) => void

/** Details to show below the message of an error, by message, because Refine passes on only the message. */
const details = new Map<string, string>()
export const setErrorDetail = (summary: string, detail: string) => void details.set(summary, detail)

const toErrorToast = (summary: string) => {
  const detail = details.get(summary)
  return { severity: 'error', summary, ...(detail !== undefined && { detail }) } as const
}

/**
 * Shows Refine's notifications as toasts. For an error, shows the error's own message, which `data.ts` has made readable, instead
 * of Refine's headline with the status code.
 */
export const notificationProvider = (show: ShowToast): NotificationProvider => ({
  open: ({ type, message, description }) => {
    if (type === 'error') show(toErrorToast(description || message))
    else show({ severity: type === 'progress' ? 'info' : 'success', summary: message })
  },
  close: () => {},
})

/** For hooks that write: shows the server's message as the success toast. */
export function successNotification(response: unknown): OpenNotificationParams | false {
  const message = (response as { message?: unknown } | undefined)?.message // the data provider returns `{ data, message }`
  return typeof message === 'string' && message !== '' ? { type: 'success', message } : false
}
