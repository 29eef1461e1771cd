/** Answers of a young man from Turda on the form, but for what tells applicants apart. */
export const danPop = {
  lastName: 'Pop',
  firstName: 'Dan',
  birthDate: '2005-04-15',
  sex: 'M',
  city: 'Turda',
  address: 'Str. Morii nr. 3',
  postalCode: '401001',
  phone: '0740555333',
} as const
