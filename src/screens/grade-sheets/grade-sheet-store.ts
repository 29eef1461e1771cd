/**
 * State of a grade sheet while grades are typed: the text of each cell, the stored grade, and the
 * unsent changes. The state is outside React, so that a key press rerenders one row and not 150.
 * Unsent input is kept on this device.
 */

import { HttpError } from '@matricola/providers/http.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type {
  GradeSheetEntry,
  WireGrade,
  WireGradeSheet,
  WireGradeSheetRow,
  WireGradeSheetSaved,
} from '#resources/academic/grade-sheet.ts'
import { formatGrade, type GradeTexts, parseGrade } from '#resources/academic/grade-sheet-entry.ts'

export type GradeRowState =
  | 'stored'
  | 'waiting'
  | 'sending'
  | 'unsent'
  | 'unreadable'
  | 'conflict'
  | 'refused'
  | 'correction'

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
  /** The server's message if it rejected a whole call. */
  readonly failure: string | null
}

interface Row {
  readonly row: WireGradeSheetRow
  grade: WireGrade | null
  /** Typed text that is not stored; null if the stored grade is shown. */
  typedText: string | null
  state: GradeRowState
  issues: FieldIssues
  /**
   * Version of the grade when typing began. If the stored grade has another version, a correction
   * is a conflict.
   */
  baseVersion: number | null
  view: GradeRowView | null
}

export interface GradeSheetStoreOptions {
  readonly gradeTexts: GradeTexts
  readonly send: (rows: readonly GradeSheetEntry[], reason?: string) => Promise<WireGradeSheetSaved>
  readonly storeUnsent: (unsent: { readonly [studentId: string]: string }) => void
  readonly unsent: { readonly [studentId: string]: string }
}

/**
 * Typing pause before a row is sent, delay before a retry, both in milliseconds, and maximum number
 * of rows per call.
 */
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
    for (const [studentId, text] of Object.entries(options.unsent))
      if (this.#rows.has(studentId)) this.type(studentId, text)
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Returns the display state of a row; the same object until it changes. */
  row = (studentId: string): GradeRowView => {
    const row = this.#getRow(studentId)
    row.view ??= {
      text: row.typedText ?? formatGrade(row.grade, this.#options.gradeTexts),
      state: row.state,
      grade: row.grade,
      issues: row.issues,
    }
    return row.view
  }

  view = (): GradeSheetView => {
    this.#view ??= this.#createView()
    return this.#view
  }

  /**
   * Returns the stored grades, with null for participants without one. Students who left without a
   * grade are not included.
   */
  grades = (): readonly (WireGrade | null)[] =>
    [...this.#rows.values()]
      .filter(({ row, grade }) => grade !== null || !row.hasLeft)
      .map(({ grade }) => grade)

  /** Applies a sheet that was read from the server. Typed text is kept. */
  applySheet(sheet: WireGradeSheet): void {
    for (const row of sheet.rows) {
      const existing = this.#rows.get(row.studentId)
      if (!existing)
        this.#rows.set(row.studentId, {
          row,
          grade: row.grade,
          typedText: null,
          state: 'stored',
          issues: {},
          baseVersion: null,
          view: null,
        })
      else if (
        existing.state !== 'sending' &&
        (row.grade?.version ?? 0) >= (existing.grade?.version ?? 0)
      ) {
        existing.grade = row.grade
        existing.view = null
      }
    }
    this.#notify()
  }

  type(studentId: string, text: string): void {
    const row = this.#getRow(studentId)
    if (row.typedText === null) row.baseVersion = row.grade?.version ?? null
    row.typedText = text
    row.issues = {}
    const parsed = parseGrade(text, this.#options.gradeTexts)
    const isStored =
      parsed !== null &&
      parsed.result === (row.grade?.result ?? null) &&
      parsed.value === (row.grade?.value ?? null)
    if (isStored) this.#settle(row)
    else if (parsed === null) row.state = 'unreadable'
    else if (row.grade && row.grade.state !== 'draft') row.state = 'correction'
    else row.state = 'waiting'
    row.view = null
    this.#storeUnsent()
    this.#notify()
    if (row.state === 'waiting') this.#scheduleSend(sendDelayMs)
  }

  /** Discards the typed text of a row. */
  revert(studentId: string): void {
    const row = this.#getRow(studentId)
    this.#settle(row)
    this.#storeUnsent()
    this.#notify()
  }

  /**
   * Resolves a conflict in favour of the typed text, which is sent as a change of the current
   * grade.
   */
  resubmitTyped(studentId: string): void {
    const row = this.#getRow(studentId)
    const { typedText } = row
    if (typedText === null) return
    row.typedText = null
    this.type(studentId, typedText)
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

  #getRow(studentId: string): Row {
    const row = this.#rows.get(studentId)
    if (!row) throw new Error(`the grade sheet has no student ${studentId}`)
    return row
  }

  #settle(row: Row): void {
    row.typedText = null
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
    const sentRows = [...this.#rows.values()].filter(isSelected).slice(0, maxRowsPerCall)
    const entries = sentRows.flatMap((row) => this.#entryOf(row) ?? [])
    if (entries.length === 0) return
    const texts = new Map(sentRows.map((row) => [row, row.typedText]))
    this.#isSending = true
    this.#setStates(sentRows, 'sending')
    try {
      const { outcomes } = await this.#options.send(entries, reason)
      this.#isOffline = false
      this.#failure = null
      this.#savedAt = new Date()
      const answers = new Map(outcomes.map((outcome) => [outcome.studentId, outcome]))
      for (const row of sentRows) {
        const answer = answers.get(row.row.studentId)
        if (!answer) continue
        const { outcome, grade, issues } = answer
        row.grade = grade
        if (row.typedText !== texts.get(row)) this.#retype(row)
        else if (outcome === 'saved' || outcome === 'same') this.#settle(row)
        else Object.assign(row, { state: outcome, issues, view: null })
      }
    } catch (error) {
      const isUnreachable =
        error instanceof HttpError && (error.statusCode === 0 || error.statusCode >= 500)
      this.#isOffline = isUnreachable
      this.#failure = isUnreachable || !(error instanceof Error) ? null : error.message
      this.#setStates(
        sentRows.filter(({ state }) => state === 'sending'),
        reason === undefined ? 'unsent' : 'correction',
      )
      if (reason !== undefined) throw error
      if (isUnreachable) this.#scheduleSend(retryDelayMs)
    } finally {
      this.#isSending = false
      this.#storeUnsent()
      this.#notify()
    }
    if (reason === undefined && [...this.#rows.values()].some(({ state }) => state === 'waiting'))
      this.#scheduleSend(sendDelayMs)
  }

  /**
   * Handles text that was changed while its row was being sent, by comparing it with the grade that
   * is stored now.
   */
  #retype(row: Row): void {
    const typedText = row.typedText ?? ''
    row.typedText = null
    this.type(row.row.studentId, typedText)
  }

  #entryOf({ row, typedText, baseVersion }: Row): GradeSheetEntry | null {
    const parsed = parseGrade(typedText ?? '', this.#options.gradeTexts)
    return (
      parsed && {
        studentId: row.studentId,
        result: parsed.result,
        value: parsed.value,
        version: baseVersion,
      }
    )
  }

  #setStates(rows: readonly Row[], state: GradeRowState): void {
    for (const row of rows) Object.assign(row, { state, view: null })
    this.#notify()
  }

  #storeUnsent(): void {
    const open = [...this.#rows.values()].flatMap(({ row, typedText }) =>
      typedText === null ? [] : [[row.studentId, typedText] as const],
    )
    this.#options.storeUnsent(Object.fromEntries(open))
  }

  #notify(): void {
    this.#view = null
    for (const listener of this.#listeners) listener()
  }

  #createView(): GradeSheetView {
    const rows = [...this.#rows.values()]
    const count = (matches: (row: Row) => boolean) => rows.filter(matches).length
    const isSaving = rows.some(({ state }) => state === 'waiting' || state === 'sending')
    const isUnsent = rows.some(({ state }) => state === 'unsent')
    return {
      saving: this.#isOffline || isUnsent ? 'offline' : isSaving ? 'saving' : 'stored',
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
