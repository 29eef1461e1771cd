/**
 * State of a grade sheet while grades are typed: the text of each cell, what is stored, and what has to be sent. It is outside
 * React, so that a key press rerenders one row and not 150. Unsent input is kept on this device.
 */

import type { GradeSheetEntry, WireGrade, WireGradeSheet, WireGradeSheetRow, WireGradeSheetSaved } from '#model/academic/grade-sheet.ts'
import { formatGrade, type GradeTexts, parseGrade } from '#model/academic/grade-sheet-entry.ts'
import type { FieldIssues } from '#model/wire/wire.ts'
import { HttpError } from '#providers/http.ts'

export type GradeRowState = 'stored' | 'waiting' | 'sending' | 'unsent' | 'unreadable' | 'conflict' | 'refused' | 'correction'

export interface GradeRowView {
  readonly text: string
  readonly state: GradeRowState
  readonly grade: WireGrade | null
  readonly issues: FieldIssues
}

export interface GradeSheetView {
  /** `offline`: the input is kept on this device and will be sent again. */
  readonly saving: 'stored' | 'saving' | 'offline'
  /** Number of rows whose displayed text is not stored. */
  readonly open: number
  readonly corrections: number
  readonly missing: number
  readonly drafts: number
  /** Number of rows with a grade, published or not. */
  readonly entered: number
  readonly savedAt: Date | null
  /** Message of the server if it rejected a whole call. */
  readonly failure: string | null
}

interface Row {
  readonly row: WireGradeSheetRow
  grade: WireGrade | null
  /** Typed text that is not stored; null if the stored grade is shown. */
  typed: string | null
  state: GradeRowState
  issues: FieldIssues
  /** Version of the grade when typing began. If the stored grade has another version, a correction is a conflict. */
  seen: number | null
  view: GradeRowView | null
}

export interface GradeSheetStoreOptions {
  readonly words: GradeTexts
  readonly send: (rows: readonly GradeSheetEntry[], reason?: string) => Promise<WireGradeSheetSaved>
  readonly storeUnsent: (typed: { readonly [studentId: string]: string }) => void
  readonly unsent: { readonly [studentId: string]: string }
}

/** Typing pause before a row is sent, delay before a retry, both in milliseconds, and maximum number of rows per call. */
const sendDelayMs = 500
const retryDelayMs = 4000
const maxRowsPerCall = 300

export class GradeSheetStore {
  readonly #rows = new Map<string, Row>()
  readonly #listeners = new Set<() => void>()
  readonly #options: GradeSheetStoreOptions
  #timer: ReturnType<typeof setTimeout> | undefined
  #isSending = false
  #isOffline = false
  #savedAt: Date | null = null
  #failure: string | null = null
  #view: GradeSheetView | null = null

  constructor(sheet: WireGradeSheet, options: GradeSheetStoreOptions) {
    this.#options = options
    this.applySheet(sheet)
    for (const [studentId, text] of Object.entries(options.unsent)) if (this.#rows.has(studentId)) this.type(studentId, text)
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Returns the display state of a row; the same object until it changes. */
  row = (studentId: string): GradeRowView => {
    const row = this.#at(studentId)
    row.view ??= { text: row.typed ?? formatGrade(row.grade, this.#options.words), state: row.state, grade: row.grade, issues: row.issues }
    return row.view
  }

  view = (): GradeSheetView => {
    this.#view ??= this.#createView()
    return this.#view
  }

  /** Returns the stored grades, with null for participants without one. Students who have left without a grade are not included. */
  grades = (): readonly (WireGrade | null)[] =>
    [...this.#rows.values()].filter(({ row, grade }) => grade !== null || !row.hasLeft).map(({ grade }) => grade)

  /** Applies a sheet that was read from the server. Typed text is kept. */
  applySheet(sheet: WireGradeSheet): void {
    for (const row of sheet.rows) {
      const known = this.#rows.get(row.studentId)
      if (!known) this.#rows.set(row.studentId, { row, grade: row.mark, typed: null, state: 'stored', issues: {}, seen: null, view: null })
      else if (known.state !== 'sending' && (row.mark?.version ?? 0) >= (known.grade?.version ?? 0)) {
        known.grade = row.mark
        known.view = null
      }
    }
    this.#notify()
  }

  type(studentId: string, text: string): void {
    const row = this.#at(studentId)
    if (row.typed === null) row.seen = row.grade?.version ?? null
    row.typed = text
    row.issues = {}
    const read = parseGrade(text, this.#options.words)
    const isStored = read !== null && read.result === (row.grade?.result ?? null) && read.value === (row.grade?.value ?? null)
    if (isStored) this.#settle(row)
    else if (read === null) row.state = 'unreadable'
    else if (row.grade && row.grade.state !== 'draft') row.state = 'correction'
    else row.state = 'waiting'
    row.view = null
    this.#storeUnsent()
    this.#notify()
    if (row.state === 'waiting') this.#scheduleSend(sendDelayMs)
  }

  /** Discards the typed text of a row. */
  revert(studentId: string): void {
    const row = this.#at(studentId)
    this.#settle(row)
    this.#storeUnsent()
    this.#notify()
  }

  /** Resolves a conflict in favour of the typed text, which is sent as a change of the current grade. */
  keepTyped(studentId: string): void {
    const row = this.#at(studentId)
    const { typed } = row
    if (typed === null) return
    row.typed = null
    this.type(studentId, typed)
  }

  /** Sends all pending rows immediately. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#send((row) => row.state === 'waiting' || row.state === 'unsent')
  }

  /** Sends the corrections of published grades with their reason. Throws the errors of the call. */
  async correct(reason: string): Promise<void> {
    await this.#send((row) => row.state === 'correction', reason)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #at(studentId: string): Row {
    const row = this.#rows.get(studentId)
    if (!row) throw new Error(`the grade sheet has no student ${studentId}`)
    return row
  }

  #settle(row: Row): void {
    row.typed = null
    row.state = 'stored'
    row.issues = {}
    row.view = null
  }

  #scheduleSend(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), ms)
  }

  /** Sends one call at a time. Rows typed in the meantime are sent with the next one. */
  async #send(isSelected: (row: Row) => boolean, reason?: string): Promise<void> {
    if (this.#isSending) {
      if (reason === undefined) this.#scheduleSend(sendDelayMs)
      return
    }
    const sent = [...this.#rows.values()].filter(isSelected).slice(0, maxRowsPerCall)
    const entries = sent.flatMap((row) => this.#entryOf(row) ?? [])
    if (entries.length === 0) return
    const texts = new Map(sent.map((row) => [row, row.typed]))
    this.#isSending = true
    this.#setStates(sent, 'sending')
    try {
      const { outcomes } = await this.#options.send(entries, reason)
      this.#isOffline = false
      this.#failure = null
      this.#savedAt = new Date()
      const answers = new Map(outcomes.map((outcome) => [outcome.studentId, outcome]))
      for (const row of sent) {
        const answer = answers.get(row.row.studentId)
        if (!answer) continue
        const { outcome, mark, issues } = answer
        row.grade = mark
        if (row.typed !== texts.get(row)) this.#retype(row)
        else if (outcome === 'saved' || outcome === 'same') this.#settle(row)
        else Object.assign(row, { state: outcome, issues, view: null })
      }
    } catch (error) {
      const isAway = error instanceof HttpError && (error.statusCode === 0 || error.statusCode >= 500)
      this.#isOffline = isAway
      this.#failure = isAway || !(error instanceof Error) ? null : error.message
      this.#setStates(
        sent.filter(({ state }) => state === 'sending'),
        reason === undefined ? 'unsent' : 'correction',
      )
      if (reason !== undefined) throw error
      if (isAway) this.#scheduleSend(retryDelayMs)
    } finally {
      this.#isSending = false
      this.#storeUnsent()
      this.#notify()
    }
    if (reason === undefined && [...this.#rows.values()].some(({ state }) => state === 'waiting')) this.#scheduleSend(sendDelayMs)
  }

  /** Handles text that was changed while its row was being sent, by comparing it with the grade that is stored now. */
  #retype(row: Row): void {
    const typed = row.typed ?? ''
    row.typed = null
    this.type(row.row.studentId, typed)
  }

  #entryOf({ row, typed, seen }: Row): GradeSheetEntry | null {
    const read = parseGrade(typed ?? '', this.#options.words)
    return read && { studentId: row.studentId, result: read.result, value: read.value, version: seen }
  }

  #setStates(rows: readonly Row[], state: GradeRowState): void {
    for (const row of rows) Object.assign(row, { state, view: null })
    this.#notify()
  }

  #storeUnsent(): void {
    const open = [...this.#rows.values()].flatMap(({ row, typed }) => (typed === null ? [] : [[row.studentId, typed] as const]))
    this.#options.storeUnsent(Object.fromEntries(open))
  }

  #notify(): void {
    this.#view = null
    for (const listener of this.#listeners) listener()
  }

  #createView(): GradeSheetView {
    const rows = [...this.#rows.values()]
    const count = (is: (row: Row) => boolean) => rows.filter(is).length
    const isUnderWay = rows.some(({ state }) => state === 'waiting' || state === 'sending')
    const isUnsent = rows.some(({ state }) => state === 'unsent')
    return {
      saving: this.#isOffline || isUnsent ? 'offline' : isUnderWay ? 'saving' : 'stored',
      open: count(({ state }) => state !== 'stored'),
      corrections: count(({ state }) => state === 'correction'),
      missing: count(({ grade, row }) => grade === null && !row.hasLeft),
      entered: count(({ grade }) => grade !== null),
      drafts: count(({ grade }) => grade?.state === 'draft'),
      savedAt: this.#savedAt,
      failure: this.#failure,
    }
  }
}
