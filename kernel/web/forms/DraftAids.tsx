import { type FunctionComponent, Suspense } from 'react'
import type { Field } from '#model'
import { lazily } from '#web/base/chunk.ts'

export interface DraftAidProps {
  /** The field that a draft is for, by its code. */
  drafts: { readonly code: string; readonly marks: string }
  field: Field
  /** What stands in the field. */
  value: unknown
  /** Takes a value in the kind of the field, and sets the switch that says so. */
  onTake: (value: string) => void
}
/** What a module offers beside fields that declare `drafts`: the default export of its file `web/acts/DraftAid.tsx`. */
const FILES = import.meta.glob<{ default: FunctionComponent<DraftAidProps> }>('/modules/*/{web,*/web}/acts/DraftAid.tsx')
const AIDS = Object.entries(FILES).map(([file, load]) => [file, lazily(load)] as const)

interface Props extends Omit<DraftAidProps, 'onTake'> {
  name: string
  set: (name: string, value: unknown) => void
}
export const DraftAids = ({ name, set, ...props }: Props) => (
  <Suspense>
    {AIDS.map(([file, Aid]) => (
      <Aid
        key={file}
        {...props}
        onTake={value => {
          set(name, value)
          set(props.drafts.marks, true)
        }}
      />
    ))}
  </Suspense>
)
