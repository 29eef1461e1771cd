import { choiceKey } from '#model/message-keys.ts'
import { type AnyResource, fieldOf } from '#model/resource.ts'
import type { WireRecord } from '#model/wire.ts'

/** What a record is called in the reader's language: a choice that stands for it is said in its words. `text` takes a key with its namespace. */
export function titleText(resource: AnyResource, record: WireRecord, text: (key: string) => string): string {
  const [name] = resource.title
  if (name === undefined || fieldOf(resource, name).kind !== 'choice') return record._title
  return text(`resources:${choiceKey(resource, name, String(record[name]))}`)
}
