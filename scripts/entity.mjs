// `npm run entity [-- <name>]`: creates a declaration in custom/ to start from and registers it. Without a name, lists all entities.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadDeclarations } from './load-declarations.mjs'
import { root } from './project-files.mjs'

const { allResources, baseOf, didYouMean, customResources, readableName, singular, tableNameOf } = await loadDeclarations(`
  export { allResources, customResources } from '#resources/index.ts'
  export { baseOf } from '#model/extension.ts'
  export { didYouMean } from '#model/checks/report.ts'
  export { readableName, singular } from '#model/resource-texts.ts'
  export { tableNameOf } from '#server/engine/database/names.ts'`)

/** Returns the names of fields, without those that are translations of another field. */
const declaredFields = ({ fields }) => Object.keys(fields).filter((field) => !fields[field].options?.translates)

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
        ? `the program, and ${added} fields of custom/`
        : 'the program'
    console.log(`${resource.name.padEnd(width)}  ${fields.join(', ')}  (${home})`)
  }
  console.log(
    '\n`npm run entity -- <name>` begins another, such as `npm run entity -- rooms`. custom/resources/extensions.ts adds to one that is there.',
  )
}

function write(name) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    exitWith(`${name}: small letters, digits and - make a name, of more than one record: rooms, class-books.`)
  const clash = allResources.find((one) => [one.name, one.path].includes(name) || tableNameOf(one) === tableNameOf({ name }))
  if (clash) exitWith(`${name} is there already: extend it in custom/resources/extensions.ts.`)
  const near = didYouMean(
    name,
    allResources.map((one) => one.name),
  )
  const path = `custom/resources/${name}.ts`
  if (existsSync(join(root, path))) exitWith(`${path} is there already.`)
  const variable = name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())
  const index = registerResource(name, variable)
  mkdirSync(join(root, 'custom/resources'), { recursive: true })
  writeFileSync(join(root, path), declarationSource(name, variable))
  writeFileSync(join(root, 'custom/resources/index.ts'), index)
  console.log(`${path} is a declaration to go on from, named in custom/resources/index.ts.${near && ` (${near.slice(2)})`}
Its pages stand in the menu of every role that may read it. Then:
  npm run db:generate -- --name ${name}
  npm start
\`npm run texts\` lists what may be said in other words and languages; docs/add-an-entity.md tells the rest.`)
}

/** Adds an entry to the university's list of resources. */
function registerResource(name, variable) {
  const text = readFileSync(join(root, 'custom/resources/index.ts'), 'utf8')
  const known = /export const customResources = \{([^}]*)\}/
  if (!known.test(text))
    exitWith('custom/resources/index.ts has no list of the form `export const customResources = { … }`: name the entity there yourself.')
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
  return `import { field } from '#model/field.ts'
import { defineResource } from '#model/resource.ts'

/** ${many}. What each word means, and which there are, stands in model/field.ts and model/resource.ts. */
export const ${variable} = defineResource({
  name: '${name}',
  // Below /api, and in the addresses of its pages.
  path: '${name}',
  icon: 'flag',
  // Fields that stand for a record wherever another refers to it.
  title: ['name'],
  // Each has to be filled in unless it says \`optional: true\`. \`read\` and \`write\` close it to other roles.
  fields: {
    name: field.text({ max: 80, unique: true }),
    isActive: field.boolean({ default: true }),
  },
  // The form and the page of a record; two fields in brackets stand side by side.
  sections: { general: ['name', 'isActive'] },
  list: { columns: ['name', 'isActive'], sort: ['name'], filters: ['name', 'isActive'], search: ['name'] },
  // A role that is not named sees nothing. \`bulk\`, \`import\` and \`export\` let it handle many records at once.
  access: {
    admin: { read: true, create: true, update: true, history: true, bulk: true, import: true, export: true },
    secretary: { read: true, create: true, update: true },
  },
  // Key that tells in a file of rows which record a row is.
  import: { key: ['name'] },
  // English words. Those of fields, and all sentences, are made of the names where nothing says them.
  texts: { one: '${singular(many)}', many: '${many}' },
})
`
}

function exitWith(line) {
  console.error(line)
  process.exit(1)
}
