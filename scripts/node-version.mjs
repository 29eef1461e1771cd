/**
 * Exits with an error if this version of Node is too old. Uses only syntax that old versions can
 * parse.
 */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const isSupported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
  if (isSupported) return
  console.error(
    `Matricola needs Node 20.19 or newer, or 22.12 or newer for Node 22. This is Node ${process.versions.node}.`,
  )
  process.exit(1)
}
