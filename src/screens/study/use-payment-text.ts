import { createUseTexts } from '@matricola/console/app/create-use-texts.ts'

/** Texts of the dialog for a payment at the counter. */
export const usePaymentText = createUseTexts('payment', 'pages', 'resources')
