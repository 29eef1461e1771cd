import type { Http } from '@matricola/providers/http.ts'
import { userEndpoints } from '@matricola/schema/calls/endpoints.ts'
import type { checkReauthentication } from '@matricola/schema/calls/session.ts'
import { exportRequiresReauthentication } from '@matricola/schema/powers.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { navigation } from '../navigation.ts'
import { saveFile } from '../save-file.ts'

/**
 * Lets the browser download a file with records of a resource, after reauthentication if that is
 * required. Throws like `request`.
 */
export async function downloadAfterReauthentication(
  http: Http,
  resource: AnyResource,
  path: string,
): Promise<void> {
  if (exportRequiresReauthentication(resource))
    await http.makeCall<typeof checkReauthentication>(userEndpoints.checkReauthentication)
  if (http.isApiCrossOrigin()) return saveFile(http, path)
  navigation.download(http.apiUrl(path))
}
