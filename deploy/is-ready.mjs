// Asks the program on this machine whether it is ready; ends with 1 where it is not.
const { PORT = '3000' } = process.env
const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => undefined)
process.exitCode = answer?.ok ? 0 : 1
