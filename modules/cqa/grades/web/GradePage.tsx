import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { courseGrade } from '../model/course-grade.ts'

/** 综合测评 → 课程成绩: grades of the reader's students, mostly by import. */
export default function GradePage() {
  return (
    <EntityTable<typeof courseGrade>
      of={courseGrade}
      title={t('课程成绩')}
      columns={[
        { key: 'studentNo', width: 130 },
        { key: 'studentId', title: t('学生'), width: 110, align: 'left' },
        { key: 'xn', width: 110 },
        { key: 'xqM', width: 96 },
        { key: 'courseName', width: 200, align: 'left' },
        { key: 'credit', width: 80 },
        { key: 'score', width: 88 },
        { key: 'letterId', width: 80 },
        { key: 'examKind', width: 88 },
        { key: 'isRequired', width: 80 },
        { key: 'courseNo', hidden: true },
      ]}
      facts={['score', 'xn', 'xqM']}
      filters={['studentId', 'xn', 'xqM', 'courseNo', 'examKind', 'isRequired', 'score']}
      form={{ layout: [{ title: '成绩', fields: ['studentId', 'xn', 'xqM', 'courseNo', 'courseName', 'credit', 'isRequired', 'examKind', 'score', 'letterId'] }] }}
    />
  )
}
