import type { ConditionField } from '@matricola/console/fields/condition-rows.ts'
import { useConditionWords as useWordsOf } from '@matricola/console/fields/condition-words.ts'
import type { FieldSpec } from '@matricola/schema/field.ts'
import { itemSpec } from '#resources/admission/form-answers.ts'
import { factsKnownAfter, isComparable, itemsBefore } from '#resources/admission/form-checks.ts'
import { type FormCondition, type FormContent, itemsOf } from '#resources/admission/form-content.ts'
import { formFacts } from '#resources/admission/form-facts.ts'
import { conditionsOfItem } from './content-edits.ts'
import { useFormEditorText, useFormWords } from './use-form-editor-text.ts'

/** Text keys of the values of facts. */
const factChoices: { readonly [fact: string]: string } = {
  degree: 'resources:application-forms.choices.degree',
  funding: 'resources:registrations.choices.fundingPreference',
  identityType: 'resources:registrations.choices.identityType',
  citizenshipGroup: 'formEditor:citizenshipGroups',
  entry: 'formEditor:entries',
  diplomaLanguage: 'formEditor:diplomaLanguages',
}

/** The facts about applicants that conditions can read; by default all. */
export function useFactFields(
  facts: readonly [name: string, spec: FieldSpec][] = Object.entries(formFacts),
): readonly ConditionField[] {
  const { t } = useFormEditorText()
  return facts.map(([name, spec]) => ({
    name,
    label: t(`formEditor:facts.${name}`),
    spec,
    isOptional: 'optional' in spec.options,
    ...('choices' in spec && {
      choices: Object.keys(spec.choices).map((value) => ({
        value,
        label: t(`${factChoices[name]}.${value}`),
      })),
    }),
  }))
}

/**
 * The facts and answers that the conditions of a question or field can read: those of earlier
 * questions. Without a name, those of all questions.
 */
export function useConditionFields(content: FormContent, name = ''): readonly ConditionField[] {
  const { t } = useFormEditorText()
  const words = useFormWords()
  const before = itemsBefore(content, name)
  const facts = useFactFields(factsKnownAfter(before))
  const answers = before.filter(isComparable).map((item) => ({
    name: item.id,
    label: words(item.label) || item.key,
    spec: itemSpec(item),
    // An answer is absent if the question is not asked.
    isOptional: true,
    ...('options' in item && {
      choices: item.options.map(({ id, label }, index) => ({
        value: id,
        label: words(label) || t('formEditor:inspector.option', { number: index + 1 }),
      })),
    }),
  }))
  return [...facts, ...answers]
}

/** Returns functions that say conditions of the form in words. */
export function useFormConditionWords(
  content: FormContent,
  ...further: readonly (FormContent | null)[]
) {
  const conditions = [content, ...further].flatMap((one) =>
    one ? [...itemsOf(one), ...(one.fixed ?? [])].flatMap(conditionsOfItem) : [],
  )
  return useWordsOf(useConditionFields(content), conditions)
}

/** Returns a function that gives a condition in a few words. */
export function useConditionHint(content: FormContent): (condition: FormCondition) => string {
  const { t } = useFormEditorText()
  const { conditionWords, onlyValue } = useFormConditionWords(content)
  return (condition) =>
    t('formEditor:outline.if', { condition: onlyValue(condition) ?? conditionWords(condition) })
}
