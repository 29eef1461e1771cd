import { setTimeout as pause } from 'node:timers/promises'

/**
 * Compares the state of the restarted server with the writes that it acknowledged before the crash.
 */
export class CrashCheck {
  #site
  #load
  lost = 0
  duplicated = 0
  torn = 0
  /** Descriptions of the problems found. */
  found = []

  constructor(site, load) {
    this.#site = site
    this.#load = load
  }

  /**
   * Checks everything written since the last call. Checking each write after one restart is enough.
   */
  async compare() {
    for (const [id, department] of this.#load.departments)
      if (!department.isChecked) await this.#compareDepartment(id, department)
    for (const [word, entry] of this.#load.entries)
      if (!entry.isChecked) await this.#compareEntry(word, entry)
  }

  /**
   * An acknowledged record must exist as acknowledged, or with one more unanswered write, and with
   * its whole history.
   */
  async #compareDepartment(id, department) {
    const { status, body } = await this.#site.call('GET', `/api/department-profiles/${id}`)
    const record = body.data
    const isStored =
      status === 200 &&
      record.version >= department.version &&
      [department.description, department.unanswered].includes(record.description)
    if (!isStored) this.#note('lost', `department ${id}`)
    else {
      const versions = await this.#versionsOf(id)
      // A change and its history entry are written in one transaction, so neither may exist without
      // the other.
      const hasFullHistory = Array.from({ length: record.version }, (_, n) => n + 1).every(
        (version) => versions.includes(version),
      )
      if (!hasFullHistory) this.#note('torn', `department ${id}`)
    }
    department.isChecked = true
  }

  /** Returns all versions in the history of a record. */
  async #versionsOf(id) {
    const versions = []
    for (let page = 1; ; page++) {
      const { list } = await this.#site.requestData(
        'GET',
        `/api/department-profiles/${id}/history?pageNumber=${page}&pageSize=100`,
      )
      versions.push(...list.map(({ version }) => version))
      if (list.length < 100) return versions
    }
  }

  /**
   * Checks that acknowledged writes exist once and others at most once, and that an acknowledged
   * job ends successfully.
   */
  async #compareEntry(word, entry) {
    const { kind, path, count, isAcknowledged, jobId } = entry
    if (jobId) {
      const job = await this.#site.waitForJob(jobId).catch(() => null)
      if (job === null) this.#note('lost', `the job of ${kind} ${word}`)
      else if (isAcknowledged && !(job.state === 'done' && job.counts.done === count))
        this.#note('lost', `${kind} ${word}: ${job.state}`)
    }
    const { totalCount } = await this.#site.requestData('GET', `${path}?pageSize=1&search=${word}`)
    if (totalCount > count) this.#note('duplicated', `${kind} ${word}`)
    // Records written together must never exist only in part, whether acknowledged or not.
    else if (totalCount < count && (isAcknowledged || totalCount > 0))
      this.#note(isAcknowledged ? 'lost' : 'torn', `${kind} ${word}`)
    entry.isChecked = true
  }

  /**
   * Waits until the last uploaded pictures can be viewed. After a restart, the server continues to
   * prepare them.
   */
  async waitForPictures(longestMs = 120_000) {
    const until = performance.now() + longestMs
    const uploads = [...this.#load.entries].filter(
      ([, { kind, isAcknowledged }]) => kind === 'applications' && isAcknowledged,
    )
    for (const [word] of uploads.slice(-5)) {
      const { list } = await this.#site.requestData(
        'GET',
        `/api/registrations/list?pageSize=1&search=${word}`,
      )
      const isReady = async () =>
        (await this.#site.call('GET', list[0].fileIdCardUrl)).status === 200
      while (!(await isReady()) && performance.now() < until) await pause(100)
    }
  }

  /**
   * Checks the database and the file store directly. The server must be stopped. Returns figures
   * about files and jobs.
   */
  checkStored() {
    const { documents, ...facts } = this.#site.readFacts('bench/stored-facts')
    const hashesByWord = new Map(documents.map(({ word, hashes }) => [word, hashes]))
    for (const [word, { kind, hashes, isAcknowledged }] of this.#load.entries) {
      if (kind !== 'applications' || !(isAcknowledged || hashesByWord.has(word))) continue
      const stored = new Set(hashesByWord.get(word))
      if (!hashes.every((hash) => stored.has(hash)))
        this.#note(isAcknowledged ? 'lost' : 'torn', `documents of ${word}`)
    }
    for (const name of ['missing', 'wrong'])
      if (facts.files[name] > 0) this.#note('lost', `${facts.files[name]} files ${name}`)
    for (const state of ['preparing', 'unreadable'])
      if (facts.pictures[state] > 0)
        this.#note('lost', `${facts.pictures[state]} pictures ${state}`)
    if (facts.jobs.torn > 0) this.#note('torn', `${facts.jobs.torn} rows of jobs`)
    return facts
  }

  get hasNoLosses() {
    return this.lost + this.duplicated + this.torn === 0
  }

  #note(counter, description) {
    this[counter]++
    this.found.push(`${counter}: ${description}`)
  }
}
