/**
 * Opens admission on an empty server, and generates applicants with valid personal numbers, photos
 * with realistic noise, and PDFs.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { BenchClient } from './server.mjs'

const weights = [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]
const controlDigit = (digits) =>
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * weights[at], 0) % 11

/**
 * Returns the form of applicant number `number`. Each has a unique personal number (CNP) and email
 * address.
 */
export function benchForm(number, programme) {
  const day = new Date(Date.UTC(2005, 0, 1 + (number % 1000)))
  const birthDate = day.toISOString().slice(0, 10)
  const digits = `5${birthDate.slice(2).replaceAll('-', '')}12${String(1 + Math.floor(number / 1000)).padStart(3, '0')}`
  return {
    ...programme,
    lastName: 'Candidat',
    firstName: 'Probă',
    cnp: digits + (controlDigit(digits) === 10 ? 1 : controlDigit(digits)),
    serialNumber: `CJ${String(100_000 + number)}`,
    birthDate,
    sex: 'M',
    city: 'Turda',
    address: 'Str. Morii nr. 3',
    postalCode: '401001',
    phone: '0740555333',
    personalEmail: `applicant.${number}@example.com`,
    noticeAcknowledged: 'true',
  }
}

/**
 * Creates a few photos and PDFs of 0.1 to 0.8 MB, 0.3 MB on average. Each applicant sends three of
 * them.
 */
export async function createDocumentPool() {
  const photos = []
  for (const [width, quality, sigma] of [
    [1600, 80, 14],
    [1600, 72, 10],
    [1200, 85, 16],
    [1400, 78, 12],
    [2000, 74, 12],
    [1200, 75, 18],
  ]) {
    const height = Math.round(width * 0.75)
    const bytes = await sharp({
      create: {
        width,
        height,
        channels: 3,
        background: '#b8b4a8',
        noise: { type: 'gaussian', mean: 170, sigma },
      },
    })
      .jpeg({ quality })
      .toBuffer()
    photos.push({ name: 'photo.jpg', type: 'image/jpeg', bytes })
  }
  const pdfs = [60_000, 120_000, 200_000, 320_000, 600_000].map((bytes) => ({
    name: 'scan.pdf',
    type: 'application/pdf',
    bytes: Buffer.concat([
      Buffer.from(
        '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\n%',
      ),
      Buffer.from(randomBytes(bytes).toString('base64').slice(0, bytes)),
      Buffer.from('\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n'),
    ]),
  }))
  return { photos, pdfs }
}

const pickRandom = (list) => list[randomInt(list.length)]

/**
 * Chooses documents: a photo of the identity card, a photo or PDF of the diploma, a PDF of the CV.
 */
export const pickDocuments = ({ photos, pdfs }) => ({
  fileIdCard: pickRandom(photos),
  fileDiploma: pickRandom([pickRandom(photos), pickRandom(pdfs)]),
  fileCV: pickRandom(pdfs),
})

/** Returns the multipart body of a form with its documents. */
export function multipartBody(form, documents, boundary) {
  const texts = Object.entries(form).map(([name, value]) =>
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
  )
  const files = Object.entries(documents).flatMap(([field, { name, type, bytes }]) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...texts, ...files, Buffer.from(`--${boundary}--\r\n`)])
}

/**
 * Signs in to a server with an empty database as the first administrator, opens admission, and
 * returns the client.
 */
export async function openAdmission(server) {
  const tokenIn = () => /#t=([A-Za-z0-9_-]{43})/.exec(server.said())?.[1]
  // The server prints the link shortly after it is ready.
  for (let waited = 0; waited < 50 && !tokenIn(); waited += 1) await pause(100)
  const token = tokenIn()
  if (!token)
    throw new Error(
      'The server printed no link for the first administrator. The database must be empty.',
    )
  const password = randomBytes(12).toString('hex')
  const adminClient = new BenchClient(server)
  await adminClient.call('POST', '/api/authentication/accept-invitation', { token, password })
  await adminClient.signIn('admin', password)
  await adminClient.call('PUT', '/api/settings/update', { registrationOpen: true })
  return adminClient
}

/** Creates a programme, and returns its id and its department's id as the form names them. */
export async function createProgramme(adminClient) {
  const department = await adminClient.call('POST', '/api/department-profiles/create', {
    name: 'Informatică',
  })
  const departmentProfileId = department.body.data.id
  const body = {
    name: 'Informatică',
    code: 'INF',
    departmentProfileId,
    yearsOfStudy: 3,
    totalCredits: 180,
  }
  const specialization = await adminClient.call('POST', '/api/specializations/create', body)
  return { departmentProfileId, specializationId: specialization.body.data.id }
}
