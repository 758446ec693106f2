import { type MouseEvent, type ReactNode, Suspense, useState } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { fileLink } from './links.ts'

const PreviewDialog = lazily(() => import('./PreviewDialog.tsx'))

/** Link to a file: a click opens the preview; with Ctrl or the middle button the browser downloads it. */
export function FileLink({ id, className, children }: { id: string; className?: string | undefined; children: ReactNode }) {
  const [isOpen, open] = useState(false)
  const press = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    // do not activate the surrounding row or card
    event.stopPropagation()
    open(true)
  }
  return (
    <>
      <a href={fileLink(id)} className={className} target="_blank" rel="noreferrer" onClick={press}>
        {children}
      </a>
      <Suspense>{isOpen ? <PreviewDialog id={id} onClose={() => open(false)} /> : null}</Suspense>
    </>
  )
}
