/**
 * Messages between users are optional. An application that has them declares a resource with this
 * name, which the inbox and the unread counts read.
 */
export const messagesResource = 'messages'

/**
 * Fields of a message that the server and the inbox read. The list must have the view `received`.
 */
export const messageFields = ['recipientId', 'senderName', 'subject', 'sentAt', 'readAt'] as const
