import { createUseTexts } from '@matricola/console/app/create-use-texts.ts'

/** Texts about templates of messages. */
export const useTemplateText = createUseTexts('messageTemplates', 'pages', 'shell')
