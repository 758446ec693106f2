import { type MouseEvent, type ReactNode, Suspense, useState } from 'react'
import { lazily } from '#web/app/chunk.ts'
import { fileLink } from '#web/spreadsheets/files.ts'

const PreviewDialog = lazily(() => import('./PreviewDialog.tsx'))

/** A file's name: pressed, it is shown here; with Ctrl or the middle button it is saved as any link is. */
export function FileLink({ id, className, children }: { id: string; className?: string; children: ReactNode }) {
  const [isOpen, open] = useState(false)
  const press = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    // inside a row or a card the press is for the file
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
