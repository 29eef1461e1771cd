import type { core } from 'zod/mini'
import { isVisible } from '../values/characters.ts'
import { findAmbiguity } from '../values/numbers.ts'
import type { FieldIssues, Issue } from './wire-record.ts'

/**
 * Issue codes of the packages. Applications add theirs with `issues` of a pack. Their text keys are
 * `issues.<code>` in `errors`.
 */
export const issueCodes = [
  'transition.otherUserRequired',
  'required',
  'value.notSet',
  'type.wrong',
  'field.unknown',
  'field.notWritable',
  'field.notApplicable',
  'date.inPast',
  'value.taken',
  'text.tooShort',
  'text.tooLong',
  'text.forbidden',
  'text.shape',
  'text.ruined',
  'text.personName',
  'text.accountName',
  'text.postalCode',
  'text.postalCodeDigits',
  'text.code',
  'text.username',
  'text.time',
  'text.documentNumber',
  'text.country',
  'text.colorOnLight',
  'text.colorOnDark',
  'text.website',
  'text.matches',
  'color.tooPale',
  'color.tooDark',
  'number.tooSmall',
  'number.tooLarge',
  'number.notInteger',
  'number.tooManyDecimals',
  'number.ambiguous',
  'date.unreal',
  'date.shortYear',
  'date.unknownFormat',
  'date.notIso',
  'date.ambiguous',
  'date.tooEarly',
  'date.tooLate',
  'dateTime.unreal',
  'dateTime.unknownFormat',
  'dateTime.notIso',
  'filter.masked',
  'choice.unknown',
  'set.repeated',
  'reference.unknown',
  'reference.notAllowed',
  'reference.several',
  'filter.tooSlow',
  'file.unknown',
  'file.empty',
  'file.tooLarge',
  'file.unsupported',
  'file.notAccepted',
  'file.damaged',
  'file.locked',
  'file.pageless',
  'file.tooManyPixels',
  'file.animated',
  'file.tooComplex',
  'file.unchanged',
  'email.malformed',
  'phone.malformed',
  'view.unknown',
  'view.secret',
  'view.tooMany',
  'cell.broken',
  'cell.formula',
  'cell.textMissing',
  'cell.letters',
  'cell.long',
  'cell.currency',
  'cell.meansNothing',
  'table.webPage',
  'table.xml',
  'table.xmlWorkbook',
  'table.json',
  'table.richText',
  'table.pdf',
  'table.picture',
  'table.archive',
  'table.database',
  'table.oldWorkbook',
  'table.binaryWorkbook',
  'table.openDocument',
  'table.numbers',
  'table.otherDocument',
  'table.protected',
  'table.macros',
  'table.email',
  'table.calendar',
  'table.oldTable',
  'table.statement',
  'table.otherStatement',
  'table.statementEntry',
  'table.notText',
  'table.openQuote',
  'table.empty',
  'table.noSheet',
  'table.noSuchRow',
  'table.damaged',
  'table.tooManyBytes',
  'table.tooManyRows',
  'table.tooManyColumns',
  'table.tooManySheets',
  'table.tooManyParts',
  'table.tooMuchUnpacked',
  'table.tooMuchText',
  'table.tooMuchMemory',
  'table.tooSlow',
  'table.headingTooLong',
  'cell.notANumber',
  'cell.notOffered',
  'cell.notOfferedLike',
  'cell.nothingNamed',
  'cell.nothingNamedLike',
  'row.repeated',
  'row.stale',
  'row.denied',
  'row.notOfRecord',
  'row.twice',
  'row.notRemoved',
  'links.tooMany',
  'rows.tooMany',
  'rows.notRemovable',
  'row.several',
  'row.known',
  'row.unknown',
  'password.tooShort',
  'password.tooLong',
  'password.common',
  'password.wrong',
  'password.same',
  'undo.changedSince',
  'undo.fieldGone',
  'expression.unknownField',
  'expression.unknownFieldLike',
  'expression.unknownFunction',
  'expression.unknownFunctionLike',
  'expression.unexpected',
  'expression.unfinished',
  'expression.notANumber',
  'expression.notADay',
  'expression.notAText',
  'expression.notASpan',
  'expression.noComparison',
  'expression.spanAlone',
  'expression.mixed',
  'expression.decimals',
  'expression.tooLong',
  'expression.numberTooLong',
  'expression.noPart',
] as const

/** Maximum number of issues per field. */
const maxIssues = 20

/**
 * Converts issues from Zod, grouped by field and in order. Issues that concern the whole body are
 * under `_`.
 */
export function toFieldIssues(issues: readonly core.$ZodIssue[]): FieldIssues {
  const fields: Record<string, Issue[]> = {}
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[key] = [{ code: 'field.unknown' }]
      continue
    }
    const name = issue.path.length > 0 ? String(issue.path[0]) : '_'
    const fieldIssues = fields[name] ?? []
    fields[name] = fieldIssues
    // A list may contain thousands of invalid values; a few issues are enough to reject it.
    if (fieldIssues.length >= maxIssues) continue
    const found = toIssue(issue)
    // Otherwise a missing value would also be reported as too short and as having the wrong format.
    if (found.code !== 'required' || fieldIssues.length === 0) fieldIssues.push(found)
  }
  return fields
}

/** Whether the value is blank text. Plain HTML forms send it for controls that were left empty. */
export const isEmptyText = (value: unknown) => typeof value === 'string' && !isVisible(value)

function toIssue(issue: core.$ZodIssue): Issue {
  const isTopLevel = issue.path.length <= 1
  if (issue.input === undefined || issue.input === null || (isTopLevel && isEmptyText(issue.input)))
    return { code: 'required' }
  switch (issue.code) {
    case 'too_small':
      if (issue.origin !== 'string')
        return { code: 'number.tooSmall', params: { min: Number(issue.minimum) } }
      return Number(issue.minimum) === 1
        ? { code: 'required' }
        : { code: 'text.tooShort', params: { min: Number(issue.minimum) } }
    case 'too_big':
      return {
        code: issue.origin === 'string' ? 'text.tooLong' : 'number.tooLarge',
        params: { max: Number(issue.maximum) },
      }
    case 'not_multiple_of':
      return {
        code: 'number.tooManyDecimals',
        params: { max: Math.round(-Math.log10(issue.divisor)) },
      }
    case 'invalid_value':
      return { code: 'choice.unknown' }
    case 'invalid_format':
      return { code: 'text.shape' }
    case 'invalid_type':
      if (issue.expected === 'int' && typeof issue.input === 'number')
        return { code: 'number.notInteger' }
      // Forms keep ambiguous numbers as text.
      return (
        (/^(?:int|number)$/.test(issue.expected) &&
          typeof issue.input === 'string' &&
          findAmbiguity(issue.input)) || { code: 'type.wrong' }
      )
    case 'custom': {
      // Only `must` in value-schemas.ts creates custom issues, always with a code.
      const { code, params } = issue.params as { code: string; params: Issue['params'] }
      return { code, ...(params && Object.keys(params).length > 0 ? { params } : {}) }
    }
    default:
      return { code: 'type.wrong' }
  }
}
