/** The fields and documents that every application has. */

export const identityQuestions = {
  cnp: ['cnp', 'lastName', 'firstName', 'birthDate', 'sex', 'citizenship', 'serialNumber'],
  other: [
    'identityType',
    'foreignIdNumber',
    'citizenship',
    'lastName',
    'firstName',
    'birthDate',
    'sex',
  ],
} as const

export const contactQuestions = [
  'personalEmail',
  'phone',
  'country',
  'city',
  'address',
  'postalCode',
] as const

export const standardDocuments = ['fileIdCard', 'fileDiploma', 'fileCV'] as const

/** The fields and documents that every applicant is asked for, by step of the form. */
export const fixedItems = {
  identity: [...new Set([...identityQuestions.cnp, ...identityQuestions.other])],
  contact: contactQuestions,
  documents: standardDocuments,
} as const
export type FixedItemName = (typeof fixedItems)[keyof typeof fixedItems][number]
export const fixedItemNames: readonly FixedItemName[] = Object.values(fixedItems).flat()
export const isFixedItem = (name: string): name is FixedItemName =>
  fixedItemNames.some((one) => one === name)
