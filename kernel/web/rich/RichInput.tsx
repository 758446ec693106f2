import { Suspense } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { Bars } from '#web/feedback/Empty.tsx'

const Editor = lazily(() => import('./Editor.tsx'))

export interface RichInputProps {
  id: string
  value: string | null
  onChange: (html: string) => void
  disabled?: boolean
  status?: '' | 'error'
  'aria-label'?: string
  'aria-describedby'?: string
}
/** Rich-text input. The editor is loaded lazily; the server sanitises the HTML. */
export const RichInput = (props: RichInputProps) => (
  <Suspense fallback={<Bars lines={4} />}>
    <Editor {...props} />
  </Suspense>
)
