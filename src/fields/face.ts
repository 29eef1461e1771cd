/** Components of a field type: `face.tsx` in its folder of `kinds/` or `own/kinds/`, next to `kind.ts`, which defines its values. */
import type { ReactNode } from 'react'
import type { FieldKind, SpecOf } from '#model/field.ts'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { ownFaces } from '#own/src/faces.ts'
import type { PartUse } from '#resources/parts.ts'
import type { InputComponent, InputProps } from './input.ts'

export interface FieldValueProps {
  readonly resource: AnyResource
  readonly name: string
  readonly record: WireRecord
  /** Set in columns, where parts that all rows share can be left out. */
  readonly isShort?: boolean
}

export interface ValueProps<K extends FieldKind = FieldKind> extends FieldValueProps {
  readonly spec: SpecOf<K>
  /** Never empty. */
  readonly value: unknown
}

/** The components of a single field. */
export interface FieldPart {
  readonly Input: (props: InputProps) => ReactNode
  readonly Value: (props: ValueProps) => ReactNode
}
/** The components required by a list of names and their uses. */
export type PartsOf<Named extends { readonly [name: string]: readonly PartUse[] }> = {
  readonly [N in keyof Named]: Pick<FieldPart, { input: 'Input'; display: 'Value' }[Named[N][number]]>
}

export interface Face<K extends FieldKind> {
  /** Edits a value. */
  readonly Input: InputComponent<K>
  /** Displays a value in lists and on pages. */
  readonly Value: (props: ValueProps<K>) => ReactNode
}

type Found = { readonly [path: string]: Face<FieldKind> | undefined }
const programFaces: Found = import.meta.glob('../../kinds/*/face.tsx', { import: 'face', eager: true })
const faces = new Map(
  Object.entries({ ...programFaces, ...ownFaces } as Found).map(([path, face]) => [/([^/]+)\/face\.tsx$/.exec(path)?.[1], face]),
)

/** Returns the components of a field type. Throws if it has none. */
export function faceOf({ kind }: { readonly kind: string }): Face<FieldKind> {
  const face = faces.get(kind)
  if (!face) throw new Error(`the kind of field ${kind} has no face.tsx that exports a face`)
  return face
}
