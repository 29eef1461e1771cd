import { createUseTexts } from '#src/console/texts-of.ts'

/** Texts of messages and notifications and of the namespaces their pages need. */
export const useMessagingText = createUseTexts('post', 'shell', 'resources', 'pages')
