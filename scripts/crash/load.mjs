import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'

/** Rows of each file that is imported, and students that are charged at once. */
const rowsAtOnce = 5
const writersOfDepartments = 2
/** Numbers the applicants of all loads, so that no two are one person. */
let applicants = 0
const documents = ['fileCV', 'fileDiploma', 'fileIdCard']

/** A word that nothing else holds, of letters alone: it also serves as a name. */
const newWord = () => `q${[...randomBytes(7)].map((byte) => String.fromCharCode(97 + (byte >> 4), 97 + (byte & 15))).join('')}`

/**
 * People who write without a pause until the server is gone: departments made and changed, charges, applications with
 * their documents, files of rows, work on many students. Everything they sent stands in the ledger, with what was
 * acknowledged of it.
 */
export class Load {
  #site
  #students = []
  #programme
  #photo
  /** Id of a department: what was acknowledged of it last (`version`, `description`), and what was sent and not answered. */
  departments = new Map()
  /** Everything else, by its word: `kind`, `path` of its list, `count` of the records it makes, `isAcknowledged`, `jobId`, `hashes`. */
  entries = new Map()
  acknowledged = { departments: 0, charges: 0, applications: 0, imports: 0, jobs: 0 }

  constructor(site) {
    this.#site = site
  }

  /** Learns whom to charge and where to apply. */
  async prepare() {
    const { list } = await this.#site.demand('GET', '/api/students?pageSize=100&filters[status]=active')
    this.#students = list.map(({ id }) => id)
    const { specializations } = await this.#site.demand('GET', '/api/registrations/public-config')
    // The demo's admission to master's programmes is over.
    const { id, departmentProfileId } = specializations.find(({ cycle }) => cycle === 'bachelor')
    this.#programme = { specializationId: id, departmentProfileId }
    this.#photo = await newPhoto()
  }

  /** Waits until something of each kind has been acknowledged, or so long. */
  async everyKind(longestMs) {
    const before = { ...this.acknowledged }
    const until = performance.now() + longestMs
    const isMissing = (kind) => this.acknowledged[kind] === before[kind]
    while (performance.now() < until && Object.keys(before).some(isMissing)) await pause(20)
  }

  /** Writes until the server does not answer any more. */
  async run() {
    const departments = Array.from({ length: writersOfDepartments }, () => this.#writeDepartments())
    const others = [() => this.#charge(), () => this.#apply(), () => this.#import(), () => this.#chargeMany()]
    await Promise.all([...departments, ...others.map((work) => this.#again(work))])
  }

  async #again(work) {
    while (await work());
  }

  /**
   * One call; answers its data, null when the server is gone, undefined when it asks to come back later. Throws when the
   * call is refused: what is sent here is right.
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
    if (status !== 429 && status !== 503) throw new Error(`a write was refused: ${status} ${JSON.stringify(answer.body)}`)
    await pause(50)
    return undefined
  }

  async #writeDepartments() {
    const own = []
    for (let count = 1; ; count++) {
      const description = newWord()
      const id = own.length === 0 || count % 3 === 1 ? null : own[count % own.length]
      if (id) this.departments.get(id).unanswered = description
      const record = id
        ? await this.#call('PATCH', '/api/department-profiles/update', { id, description })
        : await this.#call('POST', '/api/department-profiles/create', { name: description, description })
      if (record === null) return
      if (record === undefined) continue
      this.departments.set(record.id, { version: record.version, description })
      own.push(record.id)
      this.acknowledged.departments++
    }
  }

  #enter(kind, path, count = 1) {
    const word = newWord()
    const entry = { kind, path, count, isAcknowledged: false }
    this.entries.set(word, entry)
    return { word, entry }
  }

  /** Tells whether to go on, and enters in the ledger what was acknowledged. */
  #noted(entry, data) {
    if (data) {
      entry.isAcknowledged = true
      this.acknowledged[entry.kind]++
    }
    return data !== null
  }

  async #charge() {
    const { word, entry } = this.#enter('charges', '/api/finances')
    const [studentId] = this.#students
    const body = { studentId, direction: 'charge', kind: 'other', amount: 10, description: word, bookedOn: today(), dueOn: today() }
    return this.#noted(entry, await this.#call('POST', '/api/finances/create', body))
  }

  async #apply() {
    const { word, entry } = this.#enter('applications', '/api/registrations/list')
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
        ? { field, name: 'card.jpg', type: 'image/jpeg', bytes: unlikeAnyOther(this.#photo) }
        : { field, name: `${field}.pdf`, type: 'application/pdf', bytes: newPdf() },
    )
    entry.hashes = files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'))
    const data = await this.#call('POST', '/api/registrations/create', undefined, multipart(Object.entries(form), files))
    return this.#noted(entry, data)
  }

  /** A file of departments, from its sending to the start of its job; what is acknowledged is the start. */
  async #import() {
    const { word, entry } = this.#enter('imports', '/api/department-profiles', rowsAtOnce)
    const rows = Array.from({ length: rowsAtOnce }, (_, row) => `${word} ${row}`)
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
    return this.#noted(entry, await this.#call('POST', `/api/jobs/${id}/start`, { expected: rowsAtOnce }))
  }

  /** One charge for each of some students, by a job that starts by itself. */
  async #chargeMany() {
    const ids = this.#students.slice(0, rowsAtOnce)
    const selection = await this.#call('POST', '/api/students/selections', { ids })
    if (!selection) return selection !== null
    const { word, entry } = this.#enter('jobs', '/api/finances', rowsAtOnce)
    const input = { chargeKind: 'other', chargeAmount: 10, chargeDescription: word, chargeDueOn: today() }
    const job = await this.#call('POST', '/api/students/bulk', { selection: selection.id, action: 'charge', input, start: true })
    if (job) entry.jobId = job.id
    return this.#noted(entry, job)
  }
}

const today = () => new Date().toISOString().slice(0, 10)

/** A sound CNP of a man born on 15 April 2005. */
function cnpOf(number) {
  const county = String((Math.floor(number / 999) % 46) + 1).padStart(2, '0')
  const digits = `5050415${county}${String(999 - (number % 999)).padStart(3, '0')}`
  const sum = [...'279146358279'].reduce((all, weight, at) => all + Number(weight) * Number(digits[at]), 0)
  return `${digits}${sum % 11 === 10 ? 1 : sum % 11}`
}

/** A small PDF unlike any other. Readers find its objects without a table. */
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

/** A photo that takes the decoder a while. */
const newPhoto = () =>
  sharp({ create: { width: 2400, height: 1800, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 150, sigma: 12 } } })
    .jpeg({ quality: 60 })
    .toBuffer()

/** The same picture with a comment of its own, which preparing it takes away. */
const unlikeAnyOther = (photo) =>
  Buffer.concat([photo.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, 18]), randomBytes(16), photo.subarray(2)])

function multipart(texts, files) {
  const boundary = 'matricola-crash'
  const parts = [
    ...texts.map(([name, text]) => [Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`)]),
    ...files.map(({ field, name, type, bytes }) => [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ]),
  ]
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    payload: Buffer.concat([...parts.flat(), Buffer.from(`--${boundary}--\r\n`)]),
  }
}
