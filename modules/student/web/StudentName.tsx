import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { permissionKey } from '#model'
import { t } from '#web/i18n/index.ts'
import { useCan, useMe } from '#web/session/useCan.ts'
import { student } from '../model/student.ts'

/** A student's name, which leads to their profile, for readers who may open it. */
export function StudentName({ id, children }: { id: string | null | undefined; children: ReactNode }) {
  const mayOpen = useCan(permissionKey(student, 'list'))
  const isMe = useMe().detail.studentId === id
  if (!id || !mayOpen || isMe) return <span>{children}</span>
  return (
    <Link to={`/student/profile?id=${id}`} title={t('学生一张表')}>
      {children}
    </Link>
  )
}
