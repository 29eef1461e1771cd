import { findOpenIntake } from '#resources/admission/concurrent-admissions.ts'
import { standardDocuments } from '#resources/admission/fixed-items.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { controlDigit } from '#resources/field-types/nationalId/national-id.ts'

/** Completes a CNP from its first twelve digits. */
export const completeCnp = (start: string) => `${start}${controlDigit(start)}`

interface ApplicantData {
  /**
   * First twelve digits of a CNP with a birthday on 29 November and a sequence number that is never
   * issued.
   */
  readonly cnpStart: string
  readonly personalEmail: string
  readonly pdf: Buffer
}

/** The first programme that accepts applications. Some admission sessions may be over. */
export const firstOpenProgramme = (intake: WireIntake) => findOpenIntake(intake)?.specializations[0]

/** The form fields of an application for the first open programme, with a PDF for each document. */
export const multipartApplication = (
  intake: WireIntake,
  { cnpStart: start, personalEmail, pdf }: ApplicantData,
) => ({
  lastName: 'Țîrlea',
  firstName: 'Ștefania',
  cnp: completeCnp(start),
  birthDate: `20${start.slice(1, 3)}-11-29`,
  sex: 'F',
  serialNumber: 'CJ 482914',
  country: 'RO',
  city: 'Cluj-Napoca',
  address: 'Str. Observatorului',
  postalCode: '400500',
  phone: '0740 123 457',
  personalEmail,
  departmentProfileId: firstOpenProgramme(intake)?.departmentProfileId ?? '',
  specializationId: firstOpenProgramme(intake)?.id ?? '',
  ...Object.fromEntries(
    standardDocuments.map((name) => [
      name,
      { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: pdf },
    ]),
  ),
})
