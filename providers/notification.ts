import type { NotificationProvider, OpenNotificationParams } from '@refinedev/core'

export type ShowToast = (toast: {
  severity: 'success' | 'error' | 'info'
  summary: string
  detail?: string
}) => void

/**
 * Details to show below the message of an error, by message, because Refine passes on only the
 * message.
 */
export class ErrorDetails extends Map<string, string> {}

const toErrorToast = (summary: string, details: ErrorDetails) => {
  const detail = details.get(summary)
  return { severity: 'error', summary, ...(detail !== undefined && { detail }) } as const
}

/**
 * Shows Refine's notifications as toasts. For an error, shows the error's own message, which
 * `data.ts` has made readable, instead of Refine's headline with the status code.
 */
export const createNotificationProvider = (
  show: ShowToast,
  details: ErrorDetails,
): NotificationProvider => ({
  open: ({ type, message, description }) => {
    if (type === 'error') show(toErrorToast(description || message, details))
    else show({ severity: type === 'progress' ? 'info' : 'success', summary: message })
  },
  close: () => {},
})

/** For hooks that write: shows the server's message as the success toast. */
export function successNotification(response: unknown): OpenNotificationParams | false {
  // The data provider returns `{ data, message }`.
  const message = (response as { message?: unknown } | undefined)?.message
  return typeof message === 'string' && message !== '' ? { type: 'success', message } : false
}
