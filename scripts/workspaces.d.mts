export interface Workspace {
  /** The folder, relative to the root. */
  readonly path: string
  readonly name: string
  readonly dependencies?: { readonly [name: string]: string }
  readonly devDependencies?: { readonly [name: string]: string }
  readonly peerDependencies?: { readonly [name: string]: string }
}
export function installedPackagesOf(root: string): readonly string[]
export function workspacesOf(root: string): readonly Workspace[]
export function hasOwnWorkspaces(root: string): boolean
export function linkPackages(installed: string, root: string): void
export function linkWorkspaces(root: string): void
