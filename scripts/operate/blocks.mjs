// What the rehearsal and the test of docs/operate.md share.

/** Blocks of commands of a guide, each under the heading that it stands below: those for a shell of the machine, or for one with Docker (`docker`). */
export function blocksOf(guide, language = 'sh') {
  let heading = ''
  return [...guide.matchAll(/^## (.+)$|^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, title, fence, commands]) => {
    if (title !== undefined) heading = title
    return fence === language ? [{ heading, commands }] : []
  })
}

/** Lines that a rehearsal leaves commented out: its machine has no such server, and the guide itself fills them in. */
const elsewhere = /^#(DATABASE_URL|DATABASE_REPLICA_URL|FILES_URL|METRICS_TOKEN)=/

/** The settings file as an operator fills it in: every line that it suggests, with values that a shell would read otherwise. */
export const filledSettings = (delivered) =>
  delivered
    .split('\n')
    .map((line) => (/^#[A-Z_]+=/.test(line) && !elsewhere.test(line) ? line.slice(1) : line))
    .join('\n')
    .replace(/^SMTP_URL=.*$/m, () => "SMTP_URL=smtps://matricola:pa$$wo;rd$HOME`x`'y\\z@127.0.0.1:1")
    .replace(/^MAIL_FROM=.*$/m, () => 'MAIL_FROM="Admission" & \'Records\' office <admission@university.example>')
