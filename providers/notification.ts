import type { NotificationProvider, OpenNotificationParams } from '@refinedev/core'

type Show = (toast: { severity: 'success' | 'error' | 'info'; summary: string; detail?: string }) => void

/** Details below a failure's text; Refine hands on that text alone. */
const details = new Map<string, string>()
export const noteDetail = (summary: string, detail: string) => void details.set(summary, detail)

const failure = (summary: string) => {
  const detail = details.get(summary)
  return { severity: 'error', summary, ...(detail !== undefined && { detail }) } as const
}

/**
 * Refine's notices as our toasts. A failure shows the error's own message, which `data.ts` has made a text for people;
 * Refine's headline with its status code is dropped.
 */
export const notificationProvider = (show: Show): NotificationProvider => ({
  open: ({ type, message, description }) => {
    if (type === 'error') show(failure(description || message))
    else show({ severity: type === 'progress' ? 'info' : 'success', summary: message })
  },
  close: () => {},
})

/** For the hooks that write: the success toast is the server's message, word for word. */
export function successNotification(answer: unknown): OpenNotificationParams | false {
  const message = (answer as { message?: unknown } | undefined)?.message // our data provider answers `{ data, message }`
  return typeof message === 'string' && message !== '' ? { type: 'success', message } : false
}
