/**
 * Creates an import template: headings in the user's language, an example row, and the labels of
 * choices.
 */
import { isGranted, isWritable } from '@matricola/schema/access.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { isTranslationInto } from '@matricola/schema/translations.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Context } from '../../context.ts'
import type { Permit } from '../../policy/permit.ts'
import { writeCell } from '../cells.ts'
import { type ExportedFile, fileColumn, streamFile } from '../export/export.ts'
import type { FileRow } from '../files/file-writer.ts'
import { fileFormats } from '../files/write-file.ts'
import { choiceLabel, headingOf, type Localization } from '../labels.ts'
import { canCreateRecords, importFields } from './fields.ts'
import { createExample } from './template-example.ts'

interface Template {
  readonly format: 'csv' | 'xlsx'
  readonly language: Language
}

export async function createTemplate(
  context: Context,
  permit: Permit,
  { format, language }: Template,
): Promise<ExportedFile> {
  const { resource, role } = permit
  const localization = { texts: context.texts, language }
  const [universitySettings] = await context.database.query<{ language: string }>(
    'select language from settings limit 1',
  )
  const names = templateFields(permit).filter(
    (name) => !isTranslationInto(resource, name, universitySettings?.language),
  )
  const { values, keys } = await createExample(context, permit, {
    names,
    localization: localization,
  })
  const row: FileRow = {
    cells: names.map((name) =>
      writeCell(resource, name, values[name] ?? null, { ...localization, keys }),
    ),
    value: {},
  }
  const title = context.texts.text(language, `resources:${resource.name}.many`)
  const choices = choiceTable(resource, names, localization)
  return {
    name: `${resource.name}-${role === context.registry.adminRole ? 'import' : `import-${role}`}.${format}`,
    media: fileFormats[format].media,
    content: streamFile(fileFormats[format], once([row]), {
      title,
      columns: names.map((name) => fileColumn(resource, name, localization)),
      language,
      ...(choices.length > 0 && {
        notes: { title: context.texts.text(language, 'server:importChoices'), rows: choices },
      }),
    }),
  }
}

async function* once(rows: readonly FileRow[]) {
  yield rows
}

/** Returns the key fields and the fields that the role may write. */
function templateFields({ resource, role }: Permit): string[] {
  const key = resource.import?.key ?? []
  const canWrite = (name: string, mode: 'create' | 'update') =>
    isWritable(resource, role, name, mode)
  return importFields(resource, role).filter(
    (name) =>
      key.includes(name) ||
      (canCreateRecords(resource, role) && canWrite(name, 'create')) ||
      (isGranted(resource, role, 'update') && canWrite(name, 'update')),
  )
}

/** Returns a table with one column per field that has choices: the heading, then the labels. */
function choiceTable(
  resource: AnyResource,
  names: readonly string[],
  localization: Localization,
): string[][] {
  const columns = names.flatMap((name) => {
    const spec = fieldOf(resource, name)
    return 'choices' in spec
      ? [
          [
            headingOf(resource, name, localization),
            ...Object.keys(spec.choices).map((value) =>
              choiceLabel(resource, name, value, localization),
            ),
          ],
        ]
      : []
  })
  const height = Math.max(0, ...columns.map(({ length }) => length))
  return Array.from({ length: height }, (_, i) => columns.map((column) => column[i] ?? ''))
}
