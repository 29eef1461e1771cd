/** The three documents of an application, by the names under which they are sent, flagged and marked. */
export const documentNames = ['fileIdCard', 'fileDiploma', 'fileCV'] as const
export type DocumentName = (typeof documentNames)[number]

export const isDocumentName = (name: string): name is DocumentName => (documentNames as readonly string[]).includes(name)

/** The field that holds the document: it is read as `fileCVUrl`, by the specification, and sent as `fileCV`. */
export const documentField = (name: DocumentName) => `${name}Url` as const

/** A name as requests and answers spell it: documents go by `fileCV`, whether they are called so or by their field. */
export const spelledAsSent = (name: string): string => documentNames.find((document) => documentField(document) === name) ?? name

/** Fields that the office can ask an applicant to change, in the order of the form. Source: domain rules, 2.3. */
export const changeableFields = [
  'cnp',
  'lastName',
  'firstName',
  'birthDate',
  'sex',
  'serialNumber',
  'personalEmail',
  'phone',
  'country',
  'city',
  'address',
  'postalCode',
  'departmentProfileId',
  'specializationId',
  ...documentNames,
] as const
export type ChangeableField = (typeof changeableFields)[number]
export const isChangeable = (name: string): name is ChangeableField => (changeableFields as readonly string[]).includes(name)
