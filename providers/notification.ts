import type { NotificationProvider, OpenNotificationParams } from '@refinedev/core'

type Show = (toast: { severity: 'success' | 'error' | 'info'; summary: string }) => void

/**
 * Refine's notices as our toasts. A failure shows the error's own message, which `data.ts` has made a text for people;
 * Refine's headline with its status code is dropped.
 */
export const notificationProvider = (show: Show): NotificationProvider => ({
  open: ({ type, message, description }) => {
    if (type === 'error') show({ severity: 'error', summary: description || message })
    else show({ severity: type === 'progress' ? 'info' : 'success', summary: message })
  },
  close: () => {},
})

/** For the hooks that write: the success toast is the server's message, word for word. */
export function successNotification(answer: unknown): OpenNotificationParams | false {
  const message = (answer as { message?: unknown } | undefined)?.message // our data provider answers `{ data, message }`
  return typeof message === 'string' && message !== '' ? { type: 'success', message } : false
}
