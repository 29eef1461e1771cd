import {
  type DynamicFields,
  dynamicTextIn,
  withDynamicFields,
} from '@matricola/schema/dynamic-fields.ts'
import { choiceKey, fieldKey } from '@matricola/schema/message-keys.ts'
import { registryOf } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '../../use-call.ts'

/**
 * The resource with its dynamic fields, for its list. They are left out until they are loaded, and
 * if they cannot be.
 */
export function useDynamicFields(resource: AnyResource): AnyResource {
  const { i18n } = useTranslation('resources')
  const { data } = useEndpoint<DynamicFields>(
    endpointsOf(resource).fields,
    {},
    { key: [resource.name, 'fields'], staleTime: 60_000 },
  )
  return useMemo(() => {
    if (!data) return resource
    const { languages } = registryOf(resource)
    for (const language of languages)
      i18n.addResources(
        language,
        'resources',
        Object.fromEntries(
          Object.entries(data).flatMap(([name, { label, choices = {} }]) => [
            [fieldKey(resource, name), dynamicTextIn(label, language, languages[0])],
            ...Object.entries(choices).map(([choice, texts]) => [
              choiceKey(resource, name, choice),
              dynamicTextIn(texts, language, languages[0]),
            ]),
          ]),
        ),
      )
    return withDynamicFields(resource, data)
  }, [resource, data, i18n])
}
