import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'

/** Rows per imported file, and students charged per job. */
const rowsPerFile = 5
const departmentWriters = 2
/** Counts the applicants of all loads, so that each has a unique personal number. */
let applicants = 0
const documents = ['fileCV', 'fileDiploma', 'fileIdCard']

/** Returns a unique word. It consists of letters, so that it can also be used as a name. */
const newWord = () =>
  `q${[...randomBytes(7)].map((byte) => String.fromCharCode(97 + (byte >> 4), 97 + (byte & 15))).join('')}`

/**
 * Simulates users who write continuously until the server ends: creating and changing departments,
 * charging students, applying with documents, importing files, and running bulk actions. Records
 * everything that was sent and what was acknowledged.
 */
export class SimulatedLoad {
  #site
  #students = []
  #programme
  #photo
  /**
   * By department id: the last acknowledged state (`version`, `description`) and the last write
   * without a response.
   */
  departments = new Map()
  /**
   * All other writes, by the unique word that they contain: `kind`, `path` of the list, `count` of
   * records, `isAcknowledged`, `jobId`, `hashes`.
   */
  entries = new Map()
  acknowledged = { departments: 0, charges: 0, applications: 0, imports: 0, jobs: 0 }

  constructor(site) {
    this.#site = site
  }

  /** Chooses the students to charge and the programme to apply to. */
  async prepare() {
    const { list } = await this.#site.requestData(
      'GET',
      '/api/students?pageSize=100&filters[status]=active',
    )
    this.#students = list.map(({ id }) => id)
    const { specializations } = await this.#site.requestData(
      'GET',
      '/api/registrations/public-config',
    )
    // In the demonstration data, admission to master's programmes has ended.
    const { id, departmentProfileId } = specializations.find(({ cycle }) => cycle === 'bachelor')
    this.#programme = { specializationId: id, departmentProfileId }
    this.#photo = await newPhoto()
  }

  /** Waits until a write of each kind has been acknowledged, or until a timeout. */
  async waitForEveryKind(longestMs) {
    const before = { ...this.acknowledged }
    const until = performance.now() + longestMs
    const isMissing = (kind) => this.acknowledged[kind] === before[kind]
    while (performance.now() < until && Object.keys(before).some(isMissing)) await pause(20)
  }

  /** Writes until the server no longer responds. */
  async run() {
    const departments = Array.from({ length: departmentWriters }, () => this.#writeDepartments())
    const others = [
      () => this.#charge(),
      () => this.#apply(),
      () => this.#import(),
      () => this.#chargeMany(),
    ]
    await Promise.all([...departments, ...others.map((work) => this.#repeat(work))])
  }

  async #repeat(work) {
    while (await work());
  }

  /**
   * Makes a call. Returns its data, null if the server is gone, or undefined if the server asks to
   * retry later. Throws if the call is rejected, because everything sent here is valid.
   */
  async #call(method, path, body, more) {
    let answer
    try {
      answer = await this.#site.call(method, path, body, more)
    } catch {
      return null
    }
    const { status } = answer
    if (status < 300) return answer.body.data ?? {}
    if (status !== 429 && status !== 503)
      throw new Error(`A write was rejected: ${status} ${JSON.stringify(answer.body)}`)
    await pause(50)
    return undefined
  }

  async #writeDepartments() {
    const ownItems = []
    for (let count = 1; ; count++) {
      const description = newWord()
      const id = ownItems.length === 0 || count % 3 === 1 ? null : ownItems[count % ownItems.length]
      if (id) this.departments.get(id).unanswered = description
      const record = id
        ? await this.#call('PATCH', '/api/department-profiles/update', { id, description })
        : await this.#call('POST', '/api/department-profiles/create', {
            name: description,
            description,
          })
      if (record === null) return
      if (record === undefined) continue
      this.departments.set(record.id, { version: record.version, description })
      ownItems.push(record.id)
      this.acknowledged.departments++
    }
  }

  #addEntry(kind, path, count = 1) {
    const word = newWord()
    const entry = { kind, path, count, isAcknowledged: false }
    this.entries.set(word, entry)
    return { word, entry }
  }

  /** Records an acknowledged write. Returns false once the server is gone. */
  #recordResult(entry, data) {
    if (data) {
      entry.isAcknowledged = true
      this.acknowledged[entry.kind]++
    }
    return data !== null
  }

  async #charge() {
    const { word, entry } = this.#addEntry('charges', '/api/finances')
    const [studentId] = this.#students
    const body = {
      studentId,
      direction: 'charge',
      kind: 'other',
      amount: 10,
      description: word,
      bookedOn: today(),
      dueOn: today(),
    }
    return this.#recordResult(entry, await this.#call('POST', '/api/finances/create', body))
  }

  async #apply() {
    const { word, entry } = this.#addEntry('applications', '/api/registrations/list')
    const number = ++applicants
    const form = {
      ...this.#programme,
      lastName: `Q${word.slice(1)}`,
      firstName: 'Dan',
      birthDate: '2005-04-15',
      sex: 'M',
      city: 'Turda',
      address: 'Str. Morii nr. 3',
      postalCode: '401001',
      phone: '0740555333',
      cnp: cnpOf(number),
      serialNumber: `CJ${300_000 + number}`,
      personalEmail: `${word}@example.com`,
    }
    const files = documents.map((field) =>
      field === 'fileIdCard'
        ? { field, name: 'card.jpg', type: 'image/jpeg', bytes: makeUnique(this.#photo) }
        : { field, name: `${field}.pdf`, type: 'application/pdf', bytes: newPdf() },
    )
    entry.hashes = files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'))
    const data = await this.#call(
      'POST',
      '/api/registrations/create',
      undefined,
      multipart(Object.entries(form), files),
    )
    return this.#recordResult(entry, data)
  }

  /**
   * Imports a file of departments, from the upload to the start of the job. The start counts as the
   * acknowledged write.
   */
  async #import() {
    const { word, entry } = this.#addEntry('imports', '/api/department-profiles', rowsPerFile)
    const rows = Array.from({ length: rowsPerFile }, (_, row) => `${word} ${row}`)
    const bytes = Buffer.from(['Name', ...rows].join('\r\n'))
    const sent = await this.#call(
      'POST',
      '/api/department-profiles/imports',
      undefined,
      multipart([], [{ field: 'file', name: `${word}.csv`, type: 'text/csv', bytes }]),
    )
    if (!sent) return sent !== null
    const { id } = sent.job
    entry.jobId = id
    const checked = await this.#call('PATCH', `/api/imports/${id}`, { check: true })
    if (!checked) return checked !== null
    for (;;) {
      const job = await this.#call('GET', `/api/jobs/${id}`)
      if (job === null) return false
      if (job?.state === 'ready') break
      await pause(20)
    }
    return this.#recordResult(
      entry,
      await this.#call('POST', `/api/jobs/${id}/start`, { expected: rowsPerFile }),
    )
  }

  /** Charges several students with a job that starts automatically. */
  async #chargeMany() {
    const ids = this.#students.slice(0, rowsPerFile)
    const selection = await this.#call('POST', '/api/students/selections', { ids })
    if (!selection) return selection !== null
    const { word, entry } = this.#addEntry('jobs', '/api/finances', rowsPerFile)
    const input = {
      chargeKind: 'other',
      chargeAmount: 10,
      chargeDescription: word,
      chargeDueOn: today(),
    }
    const job = await this.#call('POST', '/api/students/bulk', {
      selection: selection.id,
      action: 'charge',
      input,
      start: true,
    })
    if (job) entry.jobId = job.id
    return this.#recordResult(entry, job)
  }
}

const today = () => new Date().toISOString().slice(0, 10)

/** Returns a valid personal number (CNP) of a man born on 15 April 2005. */
function cnpOf(number) {
  const county = String((Math.floor(number / 999) % 46) + 1).padStart(2, '0')
  const digits = `5050415${county}${String(999 - (number % 999)).padStart(3, '0')}`
  const sum = [...'279146358279'].reduce(
    (all, weight, at) => all + Number(weight) * Number(digits[at]),
    0,
  )
  return `${digits}${sum % 11 === 10 ? 1 : sum % 11}`
}

/**
 * Returns a small unique PDF. It has no cross-reference table, because readers find the objects
 * without one.
 */
const newPdf = () =>
  Buffer.from(`%PDF-1.7
% ${randomBytes(600).toString('hex')}
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
startxref
9
%%EOF
`)

/** Returns a photo that the decoder needs some time for. */
const newPhoto = () =>
  sharp({
    create: {
      width: 2400,
      height: 1800,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean: 150, sigma: 12 },
    },
  })
    .jpeg({ quality: 60 })
    .toBuffer()

/** Returns the same picture with a unique comment, which re-encoding removes. */
const makeUnique = (photo) =>
  Buffer.concat([
    photo.subarray(0, 2),
    Buffer.from([0xff, 0xfe, 0, 18]),
    randomBytes(16),
    photo.subarray(2),
  ])

function multipart(texts, files) {
  const boundary = 'matricola-crash'
  const parts = [
    ...texts.map(([name, text]) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
      ),
    ]),
    ...files.map(({ field, name, type, bytes }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    ]),
  ]
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    payload: Buffer.concat([...parts.flat(), Buffer.from(`--${boundary}--\r\n`)]),
  }
}
