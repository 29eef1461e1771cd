import { textsOf } from '#src/console/texts-of.ts'

/** Texts of messages and notifications and of the namespaces their pages need. */
export const usePostText = textsOf('post', 'shell', 'resources', 'pages')
