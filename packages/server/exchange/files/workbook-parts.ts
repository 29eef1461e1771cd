/**
 * Locates the parts of a workbook by its relationships, then by its content types. Conventional
 * names are only a last resort.
 */
import { unreadableFile } from '../../ports/file-reader.ts'
import { attribute, readXml } from './read-xml.ts'
import { type Archive, normalizedPartName } from './read-zip.ts'

export interface WorkbookParts {
  readonly workbook: string
  /** Part names by relationship id. */
  readonly byId: ReadonlyMap<string, string>
  readonly sharedTexts: string | undefined
  readonly styles: string | undefined
}

interface Relationship {
  readonly id: string
  /**
   * Last segment of the type, such as `worksheet`. The rest differs between versions of the format.
   */
  readonly type: string
  readonly part: string
}

const contentTypesPart = '[content_types].xml'
const macros = /vbaproject|macrosheets/

/**
 * Throws `import.unreadable` for a workbook with macros and for an archive that is not a workbook.
 */
export function findWorkbookParts(archive: Archive): WorkbookParts {
  if ([...archive.names].some((name) => macros.test(name))) throw unreadableFile('table.macros')
  const types = contentTypes(archive)
  if ([...types.values()].some((type) => /macroEnabled|vbaProject/i.test(type)))
    throw unreadableFile('table.macros')
  const partOfType = (pattern: RegExp) =>
    [...types].find(([name, type]) => pattern.test(type) && archive.names.has(name))?.[0]
  const main = relationshipsOf(archive, '').find(({ type }) => type === 'officeDocument')?.part
  const workbook = [
    main,
    partOfType(/spreadsheetml\.(?:sheet|template)\.main\+xml/i),
    'xl/workbook.xml',
  ].find((name) => name !== undefined && archive.names.has(name))
  if (!workbook || isOtherDocument(workbook)) throw unreadableFile(archiveErrorKey(archive))
  const relationships = relationshipsOf(archive, workbook)
  const related = (type: string) => relationships.find((one) => one.type === type)?.part
  return {
    workbook,
    byId: new Map(relationships.map(({ id, part }) => [id, part])),
    sharedTexts:
      related('sharedStrings') ??
      partOfType(/spreadsheetml\.sharedStrings\+xml/i) ??
      findOnlyMatch(archive, /\/sharedstrings[^/]*\.xml$/),
    styles:
      related('styles') ??
      partOfType(/spreadsheetml\.styles\+xml/i) ??
      findOnlyMatch(archive, /\/styles[^/]*\.xml$/),
  }
}

/**
 * Returns the only part with such a name. Some programs write neither relationships nor content
 * types.
 */
function findOnlyMatch({ names }: Archive, pattern: RegExp): string | undefined {
  const found = [...names].filter((name) => pattern.test(name))
  return found.length === 1 ? found[0] : undefined
}

const isOtherDocument = (workbook: string) =>
  /^(?:word|ppt|visio)\//.test(workbook) || workbook.endsWith('.bin')

/** Returns the reason why an archive is not a workbook. */
function archiveErrorKey({ names }: Archive): string {
  const hasName = (pattern: RegExp) => [...names].some((name) => pattern.test(name))
  if (hasName(/^xl\/workbook\.bin$/)) return 'table.binaryWorkbook'
  if (hasName(/^(?:word|ppt|visio)\//)) return 'table.otherDocument'
  if (hasName(/^content\.xml$/) && hasName(/^meta-inf\/manifest\.xml$/)) return 'table.openDocument'
  if (hasName(/^index(?:\.zip$|\/.*\.iwa$)/)) return 'table.numbers'
  return hasName(/^xl\//) ? 'table.damaged' : 'table.archive'
}

function contentTypes(archive: Archive): ReadonlyMap<string, string> {
  const types = new Map<string, string>()
  readXml(archive.read([contentTypesPart]).get(contentTypesPart) ?? [], {
    open(name, { PartName = '', ContentType = '' }) {
      if (name === 'Override' || name === 'Default')
        types.set(normalizedPartName(PartName), ContentType)
    },
  })
  return types
}

/**
 * Returns the relationships of a part, or of the package if `source` is empty. Leaves out external
 * targets.
 */
function relationshipsOf(archive: Archive, source: string): Relationship[] {
  const folder = source.slice(0, source.lastIndexOf('/') + 1)
  const part = `${folder}_rels/${source.slice(folder.length)}.rels`
  const found: Relationship[] = []
  readXml(archive.read([part]).get(part) ?? [], {
    open(name, attributes) {
      if (name !== 'Relationship' || /^external$/i.test(attribute(attributes, 'TargetMode') ?? ''))
        return
      const [id, type, target] = ['Id', 'Type', 'Target'].map((one) => attribute(attributes, one))
      if (id && target)
        found.push({ id, type: (type ?? '').replace(/^.*\//, ''), part: resolved(folder, target) })
    },
  })
  return found
}

/** Resolves a target relative to a folder. */
function resolved(folder: string, target: string): string {
  const path = decoded(target).replaceAll('\\', '/')
  const steps: string[] = []
  for (const step of (path.startsWith('/') ? path : folder + path).split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return normalizedPartName(steps.join('/'))
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}
