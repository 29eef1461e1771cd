/** Ends the process with one line when this Node is too old. Written so that old ones can read it. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const isEnough = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
  if (isEnough) return
  console.error(`Matricola needs Node 20.19 or newer (in the 22 line 22.12); this is Node ${process.versions.node}.`)
  process.exit(1)
}
