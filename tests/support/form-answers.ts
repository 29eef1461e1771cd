/** A complete set of form answers, except for the fields that tell applicants apart. */
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
