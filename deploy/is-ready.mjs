// Checks whether the program on this machine is ready. Exits with 1 if it is not.
const { PORT = '3000' } = process.env
const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => undefined)
process.exitCode = answer?.ok ? 0 : 1
