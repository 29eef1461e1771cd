import { translate, useLanguage, useText } from '@matricola/console/i18n.ts'
import { stateParams } from '#resources/admission/application-state.ts'
import type { WireState } from '#resources/admission/wire.ts'

/** The words of a state in the page's language. */
export function useStateText(state: WireState) {
  useText('application')
  const params = stateParams(state, { language: useLanguage(), text: translate })
  return {
    chip: translate(state.chip.text, params),
    title: translate(state.title, params),
    sentence: translate(state.sentence, params),
  }
}
