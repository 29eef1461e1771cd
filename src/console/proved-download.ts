import * as sessionCalls from '#model/calls/session.ts'
import type { AnyResource } from '#model/resource.ts'
import { ask } from '#providers/ask.ts'
import { apiAddress, isApiElsewhere } from '#providers/http.ts'
import { exportAsksPassword } from '#resources/powers.ts'
import { navigation } from '#src/navigation.ts'
import { saveFile } from '#src/save-file.ts'

/** Lets the browser download a file with records of a resource, after reauthentication if that is required. Throws like `request`. */
export async function provedDownload(resource: AnyResource, path: string): Promise<void> {
  if (exportAsksPassword(resource)) await ask(sessionCalls.passwordProof)
  if (isApiElsewhere()) return saveFile(path)
  navigation.download(apiAddress(path))
}
