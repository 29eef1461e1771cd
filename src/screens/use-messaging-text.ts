import { createUseTexts } from '#src/console/create-use-texts.ts'

/** Texts of messages and notifications and of the namespaces their pages need. */
export const useMessagingText = createUseTexts('messages', 'shell', 'resources', 'pages')
