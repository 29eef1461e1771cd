// `npm run entity [-- <name>]`: creates a declaration in custom/ that you can start from, and
// registers it. Without a name, lists all entities.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadDeclarations } from './load-declarations.mjs'
import { requireMovedFolder } from './moved-folder.mjs'
import { root } from './project-files.mjs'

requireMovedFolder()
const { allResources, baseOf, didYouMean, customResources, readableName, singular, tableNameOf } =
  await loadDeclarations(`
  export { allResources, customResources } from '#resources/index.ts'
  export { baseOf } from '@matricola/schema/extension.ts'
  export { didYouMean } from '@matricola/schema/checks/report.ts'
  export { readableName, singular } from '@matricola/schema/resource-texts.ts'
  export { tableNameOf } from '@matricola/server/database/names.ts'`)

/** Returns the names of the fields, except fields that are translations of another field. */
const declaredFields = ({ fields }) =>
  Object.keys(fields).filter((field) => !fields[field].options?.translates)

const [name] = process.argv.slice(2)
if (name === undefined) list()
else write(name)

function list() {
  const width = Math.max(...allResources.map(({ name }) => name.length))
  for (const resource of allResources) {
    const fields = declaredFields(resource)
    const added = fields.length - declaredFields(baseOf(resource)).length
    const home = Object.hasOwn(customResources, resource.name)
      ? 'custom'
      : added > 0
        ? `program, with ${added} ${added === 1 ? 'field' : 'fields'} from custom/`
        : 'program'
    console.log(`${resource.name.padEnd(width)}  ${fields.join(', ')}  (${home})`)
  }
  console.log(
    '\nTo add an entity, run `npm run entity -- <name>`, for example `npm run entity -- rooms`. To extend one, use custom/resources/extensions.ts.',
  )
}

function write(name) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    exitWith(
      `"${name}" is not a valid name. Use lowercase letters, digits and hyphens, in the plural: rooms, class-books.`,
    )
  const clash = allResources.find(
    (one) => [one.name, one.path].includes(name) || tableNameOf(one) === tableNameOf({ name }),
  )
  if (clash)
    exitWith(
      `The entity ${clash.name} already exists. To change it, extend it in custom/resources/extensions.ts.`,
    )
  const suggestion = didYouMean(
    name,
    allResources.map((one) => one.name),
  )
  const path = `custom/resources/${name}.ts`
  if (existsSync(join(root, path))) exitWith(`${path} already exists.`)
  const variable = name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())
  const index = registerResource(name, variable)
  mkdirSync(join(root, 'custom/resources'), { recursive: true })
  writeFileSync(join(root, path), declarationSource(name, variable))
  writeFileSync(join(root, 'custom/resources/index.ts'), index)
  console.log(`Created ${path} and added it to custom/resources/index.ts.${suggestion && ` (${suggestion.slice(2)})`}
Edit the declaration, then run:
  npm run db:generate -- --name ${name}
  npm start
Its pages appear in the menu of every role that may read it. \`npm run texts\` lists its texts in all languages. See docs/add-an-entity.md.`)
}

/** Adds an entry to the university's list of resources. */
function registerResource(name, variable) {
  const text = readFileSync(join(root, 'custom/resources/index.ts'), 'utf8')
  const known = /export const customResources = \{([^}]*)\}/
  if (!known.test(text))
    exitWith(
      'custom/resources/index.ts has no line `export const customResources = { … }`. Add the entity there yourself.',
    )
  const entry = name === variable ? name : `'${name}': ${variable}`
  const line = `import { ${variable} } from './${name}.ts'\n`
  const withEntry = text.replace(known, (_, inside) => {
    const entries = [
      ...inside
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
      entry,
    ]
    return `export const customResources = { ${entries.join(', ')} }`
  })
  return withEntry.startsWith('import ') ? line + withEntry : `${line}\n${withEntry}`
}

function declarationSource(name, variable) {
  const many = readableName(name)
  return `import { defineResource } from '@matricola/schema/resource.ts'
import { field } from '#resources/field.ts'

/** ${many}. All properties and field types are documented in packages/schema/resource.ts and packages/schema/field.ts. */
export const ${variable} = defineResource({
  name: '${name}',
  // Used in URLs: below /api, and in the addresses of its pages.
  path: '${name}',
  icon: 'flag',
  // Fields that make up the title of a record, shown where other records refer to it.
  title: ['name'],
  // A field is required unless it has \`optional: true\`. \`read\` and \`write\` limit it to the roles that they list.
  fields: {
    name: field.text({ max: 80, unique: true }),
    isActive: field.boolean({ default: true }),
  },
  // Layout of the form and of a record's page. Two fields in an inner array appear side by side.
  sections: { general: ['name', 'isActive'] },
  list: { columns: ['name', 'isActive'], sort: ['name'], filters: ['name', 'isActive'], search: ['name'] },
  // Roles that are not listed have no access. \`bulk\`, \`import\` and \`export\` allow work on many records at once.
  access: {
    admin: { read: true, create: true, update: true, history: true, bulk: true, import: true, export: true },
    secretary: { read: true, create: true, update: true },
  },
  // Fields that identify the record of a row in an imported file.
  import: { key: ['name'] },
  // English names of the entity. Labels and messages that are not given here are derived from the names of fields.
  texts: { one: '${singular(many)}', many: '${many}' },
})
`
}

function exitWith(line) {
  console.error(line)
  process.exit(1)
}
