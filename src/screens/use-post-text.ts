import { textsOf } from '#src/console/texts-of.ts'

/** Words of messages and notifications, those of the records and of the frame around them. */
export const usePostText = textsOf('post', 'shell', 'resources', 'pages')
