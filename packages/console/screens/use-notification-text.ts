import { createUseTexts } from '../app/create-use-texts.ts'

/** Texts for notifications, and the other namespaces that their pages need. */
export const useNotificationText = createUseTexts('notifications', 'shell', 'resources', 'pages')
