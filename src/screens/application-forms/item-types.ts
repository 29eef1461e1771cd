/**
 * The types of questions that the editor offers. A new type of `form-content.ts` needs one entry
 * here: what a new question of the type contains, and the inputs of its limits.
 */
import {
  type FormColumn,
  type FormColumnType,
  type FormItem,
  formLimits,
} from '#resources/admission/form-content.ts'
import { createPartId, type FormItemType } from './content-edits.ts'

/** An input of a limit, by the name of the property. */
export interface LimitInput {
  readonly name: string
  readonly kind: 'whole' | 'number' | 'day'
  /** Lowest and highest value. */
  readonly min?: number
  readonly max?: number
  /** Whether the property can be absent. */
  readonly isOptional?: true
  /** Whether `today` is also a value. */
  readonly allowsToday?: true
}

interface ItemTypeEntry {
  /** The properties of a new question that only this type has. */
  readonly create: () => object
  readonly limits: readonly LimitInput[]
  /** The switches that only this type has. */
  readonly switches?: readonly ItemSwitch[]
}

/** Uses of the answers that can be switched on. */
export type ItemSwitch = 'listed'

const twoOptions = () => ({
  options: [
    { id: createPartId('o'), label: {} },
    { id: createPartId('o'), label: {} },
  ],
})

const bound = 1e12

export const itemTypes: { readonly [T in FormItemType]: ItemTypeEntry } = {
  text: {
    create: () => ({ max: 200 }),
    limits: [{ name: 'max', kind: 'whole', min: 1, max: 200 }],
    switches: ['listed'],
  },
  longText: {
    create: () => ({ max: 2000 }),
    limits: [{ name: 'max', kind: 'whole', min: 1, max: 5000 }],
  },
  integer: {
    create: () => ({ min: 0, max: 100 }),
    limits: [
      { name: 'min', kind: 'whole', min: -bound, max: bound },
      { name: 'max', kind: 'whole', min: -bound, max: bound },
    ],
    switches: ['listed'],
  },
  decimal: {
    create: () => ({ min: 0, max: 100, scale: 2 }),
    limits: [
      { name: 'min', kind: 'number', min: -bound, max: bound },
      { name: 'max', kind: 'number', min: -bound, max: bound },
      { name: 'scale', kind: 'whole', min: 1, max: 4 },
    ],
    switches: ['listed'],
  },
  grade: { create: () => ({}), limits: [], switches: ['listed'] },
  date: {
    create: () => ({}),
    limits: [
      { name: 'min', kind: 'day', isOptional: true },
      { name: 'max', kind: 'day', isOptional: true, allowsToday: true },
    ],
    switches: ['listed'],
  },
  boolean: { create: () => ({}), limits: [], switches: ['listed'] },
  choice: { create: twoOptions, limits: [], switches: ['listed'] },
  set: { create: twoOptions, limits: [], switches: ['listed'] },
  email: { create: () => ({}), limits: [], switches: ['listed'] },
  phone: { create: () => ({}), limits: [], switches: ['listed'] },
  country: { create: () => ({}), limits: [], switches: ['listed'] },
  table: {
    create: () => ({ columns: [createColumn('text'), createColumn('text')], rows: 5 }),
    limits: [{ name: 'rows', kind: 'whole', min: 1, max: formLimits.tableRows }],
  },
  file: { create: () => ({}), limits: [] },
  declaration: { create: () => ({ text: {}, required: true }), limits: [] },
}

/** Text key of a limit. Texts count characters, and all other limits are values. */
export const limitText = (type: FormItem['type'], name: string) =>
  name === 'max' && (type === 'text' || type === 'longText') ? 'characters' : name

export const columnTypeNames: readonly FormColumnType[] = [
  ...(['text', 'integer', 'decimal', 'grade', 'date', 'choice', 'country'] as const),
]

/** A column of a table. Another type keeps what columns of all types have. */
export const createColumn = (type: FormColumnType, kept: Partial<FormColumn> = {}): FormColumn =>
  ({
    id: kept.id ?? createPartId('c'),
    label: kept.label ?? {},
    required: kept.required ?? true,
    type,
    ...itemTypes[type].create(),
  }) as FormColumn

export const itemTypeNames = Object.keys(itemTypes) as readonly FormItemType[]

/** Properties that questions of every type have. */
const commonProperties = [
  'id',
  'key',
  'label',
  'help',
  'variants',
  'asks',
  'required',
  'readers',
] as const

/** A new question. Texts are missing, so it cannot be published yet. */
export const createItem = (type: FormItemType, key: string): FormItem =>
  ({
    id: createPartId('q'),
    key,
    type,
    label: {},
    required: true,
    ...itemTypes[type].create(),
  }) as FormItem

export const isSwitchedOn = (item: FormItem, name: ItemSwitch) =>
  (item as { readonly [N in ItemSwitch]?: boolean })[name] === true

/** The question with another type. Options stay if both types have them. */
export function withType(item: FormItem, type: FormItemType): FormItem {
  const kept = Object.fromEntries(
    Object.entries(item).filter(([name]) => commonProperties.some((common) => common === name)),
  )
  const { switches, create } = itemTypes[type]
  const created = create()
  return {
    ...kept,
    type,
    ...created,
    ...Object.fromEntries(
      (switches ?? []).flatMap((name) => (isSwitchedOn(item, name) ? [[name, true]] : [])),
    ),
    ...('options' in item && 'options' in created && { options: item.options }),
  } as FormItem
}
