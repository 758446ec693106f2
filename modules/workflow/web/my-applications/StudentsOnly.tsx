import type { ReactNode } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { useMe } from '#web/session/useCan.ts'

/** A page for students; other accounts are told why it is empty. */
export const StudentsOnly = ({ otherwise, children }: { otherwise: string; children: ReactNode }) => (useMe().detail.studentId ? children : <Empty title={otherwise} />)
