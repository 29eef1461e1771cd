import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'

const manifest = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Returns the packages of the repository, with their folders and names. */
export const workspacesOf = (root) =>
  (manifest(root).workspaces ?? []).map((path) => ({ path, ...manifest(join(root, path)) }))

/** Returns the folders of the example applications. */
export const exampleFolders = (root) =>
  workspacesOf(root)
    .filter(({ path }) => path.startsWith('examples/'))
    .map(({ path }) => join(root, path))

/** Returns the names of all packages that the repository depends on, without its own. */
export const installedPackagesOf = (root) =>
  [manifest(root), ...workspacesOf(root)].flatMap(({ dependencies, devDependencies }) =>
    Object.keys({ ...dependencies, ...devDependencies }).filter(
      (name) => !name.startsWith('@matricola/'),
    ),
  )

/**
 * Whether imports by package name lead to this folder's own packages. False if `node_modules` is a
 * link to the one of another checkout: everything would then compile and run with the sources of
 * that checkout.
 */
export const hasOwnWorkspaces = (root) =>
  workspacesOf(root).every(({ path, name }) => {
    const link = join(root, 'node_modules', name)
    return existsSync(link) && realpathSync(link) === realpathSync(join(root, path))
  })

/**
 * Creates `node_modules` in `root` with links to installed packages, and links to the packages of
 * `root` itself.
 */
export function linkPackages(installed, root) {
  const folder = join(root, 'node_modules')
  if (existsSync(folder) && lstatSync(folder).isSymbolicLink()) rmSync(folder)
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(installed))
    if (name !== '@matricola') symlinkSync(join(installed, name), join(folder, name))
  linkWorkspaces(root)
}

/**
 * Creates the links to the packages of `root` that its `node_modules` lacks, so that a new package
 * needs no installation. A `node_modules` of another checkout stays as it is.
 */
export function linkWorkspaces(root) {
  const folder = join(root, 'node_modules')
  if (!existsSync(folder) || lstatSync(folder).isSymbolicLink()) return
  for (const { path, name } of workspacesOf(root)) {
    const link = join(folder, name)
    if (existsSync(link)) continue
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(relative(dirname(link), join(root, path)), link)
  }
}
