/** Issue codes of national ids. */
export const nationalIdIssues = [
  'nationalId.length',
  'nationalId.digits',
  'nationalId.firstDigit',
  'nationalId.date',
  'nationalId.future',
  'nationalId.sequence',
  'nationalId.control',
  'nationalId.otherBirthDate',
  'nationalId.otherSex',
] as const
