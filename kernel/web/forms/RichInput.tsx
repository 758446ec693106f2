import { Suspense } from 'react'
import { lazily } from '#web/app/chunk.ts'
import { Bars } from '#web/feedback/Empty.tsx'

const Editor = lazily(() => import('./rich/Editor.tsx'))

export interface RichInputProps {
  id: string
  value: string | null
  onChange: (html: string) => void
  disabled?: boolean
  status?: '' | 'error'
  'aria-describedby'?: string
}
/** Formatted text. The editor comes only when it is needed; what may stand in the text the server decides. */
export const RichInput = (props: RichInputProps) => (
  <Suspense fallback={<Bars lines={4} />}>
    <Editor {...props} />
  </Suspense>
)
