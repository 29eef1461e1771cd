type Texts = (key: string) => string

/** Whether applicants can submit with these settings, and why not, in one sentence. */
export function effectOf(t: Texts, values: { readonly [field: string]: unknown }): string {
  if (values.stopApplicationRequests === true) return t('settings.effect.stopped')
  if (values.registrationOpen !== true) return t('settings.effect.closed')
  return t(values.disableUpdates === true ? 'settings.effect.openNoUpdates' : 'settings.effect.open')
}
