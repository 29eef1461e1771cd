import { setTimeout as pause } from 'node:timers/promises'

/** Compares what the server has after its end with what it had acknowledged. */
export class Check {
  #site
  #load
  lost = 0
  doubled = 0
  torn = 0
  /** Faults found, in words, for whoever looks into them. */
  found = []

  constructor(site, load) {
    this.#site = site
    this.#load = load
  }

  /** Looks at everything that was written since the last time; looking once after its end is enough. */
  async compare() {
    for (const [id, kept] of this.#load.departments) if (!kept.isSeen) await this.#compareDepartment(id, kept)
    for (const [word, entry] of this.#load.entries) if (!entry.isSeen) await this.#compareEntry(word, entry)
  }

  /** An acknowledged record must be there as it was acknowledged, or one unanswered write further, with its whole history. */
  async #compareDepartment(id, kept) {
    const { status, body } = await this.#site.call('GET', `/api/department-profiles/${id}`)
    const record = body.data
    const isKept = status === 200 && record.version >= kept.version && [kept.description, kept.unanswered].includes(record.description)
    if (!isKept) this.#note('lost', `department ${id}`)
    else {
      const versions = await this.#versionsOf(id)
      // A change and its history entry are one transaction: neither may be there without the other.
      const isWhole = Array.from({ length: record.version }, (_, n) => n + 1).every((version) => versions.includes(version))
      if (!isWhole) this.#note('torn', `department ${id}`)
    }
    kept.isSeen = true
  }

  /** The versions that a record's history tells of, page by page. */
  async #versionsOf(id) {
    const versions = []
    for (let page = 1; ; page++) {
      const { list } = await this.#site.demand('GET', `/api/department-profiles/${id}/history?pageNumber=${page}&pageSize=100`)
      versions.push(...list.map(({ version }) => version))
      if (list.length < 100) return versions
    }
  }

  /** Checks that what was acknowledged is there once, what was not at most once, and an acknowledged job ends as it should. */
  async #compareEntry(word, entry) {
    const { kind, path, count, isAcknowledged, jobId } = entry
    if (jobId) {
      const job = await this.#site.settled(jobId).catch(() => null)
      if (job === null) this.#note('lost', `the job of ${kind} ${word}`)
      else if (isAcknowledged && !(job.state === 'done' && job.counts.done === count)) this.#note('lost', `${kind} ${word}: ${job.state}`)
    }
    const { totalCount } = await this.#site.demand('GET', `${path}?pageSize=1&search=${word}`)
    if (totalCount > count) this.#note('doubled', `${kind} ${word}`)
    // A part of what belongs together is never there, acknowledged or not.
    else if (totalCount < count && (isAcknowledged || totalCount > 0)) this.#note(isAcknowledged ? 'lost' : 'torn', `${kind} ${word}`)
    entry.isSeen = true
  }

  /** Waits until what was sent last can be seen: a start goes on with the pictures that an end has left. */
  async prepared(longestMs = 120_000) {
    const until = performance.now() + longestMs
    const words = [...this.#load.entries].filter(([, { kind, isAcknowledged }]) => kind === 'applications' && isAcknowledged)
    for (const [word] of words.slice(-5)) {
      const { list } = await this.#site.demand('GET', `/api/registrations/list?pageSize=1&search=${word}`)
      const isSeen = async () => (await this.#site.call('GET', list[0].fileIdCardUrl)).status === 200
      while (!(await isSeen()) && performance.now() < until) await pause(100)
    }
  }

  /** Looks into the database and the store themselves; the server is stopped for it. Answers figures of files and jobs. */
  stored() {
    const { documents, ...facts } = this.#site.facts('bench/stored-facts')
    const kept = new Map(documents.map(({ word, hashes }) => [word, hashes]))
    for (const [word, { kind, hashes, isAcknowledged }] of this.#load.entries) {
      if (kind !== 'applications' || !(isAcknowledged || kept.has(word))) continue
      const stored = new Set(kept.get(word))
      if (!hashes.every((hash) => stored.has(hash))) this.#note(isAcknowledged ? 'lost' : 'torn', `documents of ${word}`)
    }
    for (const name of ['missing', 'wrong']) if (facts.files[name] > 0) this.#note('lost', `${facts.files[name]} files ${name}`)
    for (const state of ['preparing', 'unreadable'])
      if (facts.pictures[state] > 0) this.#note('lost', `${facts.pictures[state]} pictures ${state}`)
    if (facts.jobs.torn > 0) this.#note('torn', `${facts.jobs.torn} rows of jobs`)
    return facts
  }

  get isSound() {
    return this.lost + this.doubled + this.torn === 0
  }

  #note(figure, what) {
    this[figure]++
    this.found.push(`${figure}: ${what}`)
  }
}
