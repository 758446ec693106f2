import { type FunctionComponent, Suspense } from 'react'
import { lazily } from '#web/base/chunk.ts'
import type { Group } from '../../model/spec.ts'

export interface QueryAidProps {
  /** The subject that is asked about. */
  subject: string
  /** Takes conditions, to be looked at before they run. */
  onTake: (where: Group) => void
}
/** What a module offers to put conditions together: the default export of its file `web/acts/QueryAid.tsx`. */
const FILES = import.meta.glob<{ default: FunctionComponent<QueryAidProps> }>('/modules/*/{web,*/web}/acts/QueryAid.tsx')
const AIDS = Object.entries(FILES).map(([file, load]) => [file, lazily(load)] as const)

export const QueryAids = (props: QueryAidProps) => (
  <Suspense>
    {AIDS.map(([file, Aid]) => (
      <Aid key={file} {...props} />
    ))}
  </Suspense>
)
