import { createUseTexts } from '@matricola/console/app/create-use-texts.ts'

/** Texts for messages, and the other namespaces that their pages need. */
export const useMessagingText = createUseTexts('messages', 'shell', 'resources', 'pages')
