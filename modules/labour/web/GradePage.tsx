import { student } from '#modules/student/model/student.ts'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { judgeGrades, labourGrade, remindGaps } from '../model/grade.ts'

const CHANGES = ['labourGrade']
const VIEWS = { lacking: { label: '未达标', where: { isMet: false } }, met: { label: '达标', where: { isMet: true } }, all: { label: '全部' } } as const
export const about: PageFile['about'] = () => ({
  use: t('每个学生按培养要求还差多少学时和劳动周，成绩几等，得多少学分。每天夜里核算一次，也可以现在核算。'),
  who: t('学工处、学院和辅导员看各自范围内的学生。'),
  first: t('教务给的成绩可以导入，导入以后不再按劳动课程核算。'),
})
/** 成绩学分, and who is short of what. */
export default function GradePage() {
  const views = useView(VIEWS, { label: t('劳动成绩#many') })
  return (
    <EntityTable<typeof labourGrade>
      of={labourGrade}
      title={t('成绩学分')}
      views={views}
      toolbar={
        <>
          <FormButton of={remindGaps} changes={CHANGES} note={t('还差学时或劳动周的学生各收到一条，写明差多少。')} />
          <FormButton of={judgeGrades} changes={CHANGES} type="primary" />
        </>
      }
      columns={[
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'studentNo', width: 130 },
        { key: 'classId', width: 130 },
        { key: 'planId', width: 110 },
        { key: 'courseGap', width: 90 },
        { key: 'dailyGap', width: 90 },
        { key: 'productionGap', width: 90 },
        { key: 'serviceGap', width: 90 },
        { key: 'weeksGap', width: 100 },
        { key: 'score', width: 80 },
        { key: 'grade', width: 80 },
        { key: 'isMet', width: 80 },
        { key: 'credit', width: 80 },
        { key: 'departmentId', hidden: true },
        { key: 'majorId', hidden: true },
      ]}
      facts={['planId', 'score', 'credit']}
      filters={['planId', 'departmentId', 'majorId', 'classId', 'studentId', 'grade']}
      form={{ layout: ['studentId', 'planId', 'score'] }}
      batchActions={rows => <PrintButton of={student} template="labourCard" label="劳动记录卡" ids={[...new Set(rows.map(r => r.studentId))]} />}
    />
  )
}
