import type { ReactNode } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useMe } from './useCan.ts'

interface StudentsOnlyProps {
  title: string
  /** What others read, such as why there is nothing of theirs. */
  otherwise: string
  children: ReactNode | ((studentId: string) => ReactNode)
}
/** A page about the reader's own things as a student. Others read `otherwise` in its place, and its queries do not run for them. */
export function StudentsOnly({ title, otherwise, children }: StudentsOnlyProps) {
  const { studentId } = useMe().detail
  if (studentId) return typeof children === 'function' ? children(studentId) : children
  return (
    <Page title={title}>
      <Empty title={otherwise} />
    </Page>
  )
}
