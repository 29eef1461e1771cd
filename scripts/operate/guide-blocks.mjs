// Code shared by the rehearsal and the test of docs/operate.md.

/**
 * Returns the code blocks of a guide with their headings. The blocks are commands for a shell
 * (`sh`), or for a machine with Docker (`docker`).
 */
export function guideBlocks(guide, language = 'sh') {
  let heading = ''
  return [...guide.matchAll(/^## (.+)$|^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(
    ([, title, fence, commands]) => {
      if (title !== undefined) heading = title
      return fence === language ? [{ heading, commands }] : []
    },
  )
}

/**
 * Settings that a rehearsal leaves commented out, because its machine has no such server or because
 * the guide sets them.
 */
const optionalSetting = /^#(DATABASE_URL|DATABASE_REPLICA_URL|FILES_URL|METRICS_TOKEN)=/

/**
 * Fills in every suggested line of the settings file, with values that a shell would misinterpret.
 */
export const fillInSettings = (delivered) =>
  delivered
    .split('\n')
    .map((line) => (/^#[A-Z_]+=/.test(line) && !optionalSetting.test(line) ? line.slice(1) : line))
    .join('\n')
    .replace(
      /^SMTP_URL=.*$/m,
      () => "SMTP_URL=smtps://matricola:pa$$wo;rd$HOME`x`'y\\z@127.0.0.1:1",
    )
    .replace(
      /^MAIL_FROM=.*$/m,
      () => 'MAIL_FROM="Admission" & \'Records\' office <admission@university.example>',
    )
