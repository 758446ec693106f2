import { collegeFilter } from '#modules/campus/web/grades.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { presenceException } from '../model/presence.ts'

/** 宿舍管理 → 不在寝登记: planned absences of students and classes. */
export default function PresenceExceptionPage() {
  return (
    <EntityTable
      of={presenceException}
      columns={[
        { key: 'classId', title: t('班级'), width: 150, align: 'left' },
        { key: 'studentId', title: t('学生'), width: 120, render: row => row.studentName ?? t('全班') },
        'reason',
        'from',
        'to',
        { key: 'note', align: 'left', width: 240 },
        'departmentId',
      ]}
      filters={['studentId', 'classId', collegeFilter, 'reason', 'from']}
      form={{ layout: ['studentId', 'classId', 'from', 'to', 'reason', 'note'] }}
    />
  )
}
