import * as sessionCalls from '#packages/schema/calls/session.ts'
import { exportRequiresReauthentication } from '#packages/schema/powers.ts'
import type { AnyResource } from '#packages/schema/resource.ts'
import { apiUrl, isApiCrossOrigin } from '#providers/http.ts'
import { makeCall } from '#providers/make-call.ts'
import { navigation } from '../navigation.ts'
import { saveFile } from '../save-file.ts'

/** Lets the browser download a file with records of a resource, after reauthentication if that is required. Throws like `request`. */
export async function downloadAfterReauthentication(resource: AnyResource, path: string): Promise<void> {
  if (exportRequiresReauthentication(resource)) await makeCall(sessionCalls.checkReauthentication)
  if (isApiCrossOrigin()) return saveFile(path)
  navigation.download(apiUrl(path))
}
