import { takingNow } from '#model/admission/beside.ts'
import type { WireIntake } from '#model/admission/wire.ts'
import { controlDigit } from '#model/values/national-id.ts'
import { usualDocuments } from '#resources/application-documents.ts'

/** Completes a CNP from its first twelve digits. */
export const cnpOf = (start: string) => `${start}${controlDigit(start)}`

interface Applicant {
  /** First twelve digits of a CNP with a birthday on 29 November and a sequence number that is never issued. */
  readonly start: string
  readonly personalEmail: string
  readonly pdf: Buffer
}

/** The first programme that accepts applications. Some admission sessions may be over. */
export const firstOpen = (intake: WireIntake) => takingNow(intake)?.specializations[0]

/** The form fields of an application for the first open programme, with a PDF for each document. */
export const applicationOf = (intake: WireIntake, { start, personalEmail, pdf }: Applicant) => ({
  lastName: 'Țîrlea',
  firstName: 'Ștefania',
  cnp: cnpOf(start),
  birthDate: `20${start.slice(1, 3)}-11-29`,
  sex: 'F',
  serialNumber: 'CJ 482914',
  country: 'RO',
  city: 'Cluj-Napoca',
  address: 'Str. Observatorului',
  postalCode: '400500',
  phone: '0740 123 457',
  personalEmail,
  departmentProfileId: firstOpen(intake)?.departmentProfileId ?? '',
  specializationId: firstOpen(intake)?.id ?? '',
  ...Object.fromEntries(usualDocuments.map((name) => [name, { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: pdf }])),
})
