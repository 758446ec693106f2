import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { testCandidate } from '../model/attempt.ts'
import { grantAttempt } from '../model/staff-actions.ts'

const VIEWS = {
  all: { label: '全部' },
  passed: { label: '合格', where: { isPassed: true } },
  failed: { label: '未合格', where: { isPassed: false, 'used.ge': 1 } },
  lacking: { label: '没有考', where: { used: 0 } },
}
/** 在线测试 → 成绩: results by candidate. */
export default function TestScorePage() {
  const views = useView(VIEWS)
  return (
    <EntityTable
      of={testCandidate}
      title={t('考试成绩')}
      views={views}
      columns={[
        'studentId',
        'scheduleId',
        { key: 'score', width: 90 },
        { key: 'isPassed', width: 90 },
        { key: 'used', width: 100 },
        { key: 'extraAttempts', width: 100 },
        'lastEndedAt',
        { key: 'doneAt', hidden: true },
      ]}
      filters={['scheduleId', 'studentId.departmentId', 'studentId.grade', 'studentId.classId', 'isPassed']}
      rowActions={row => [<FormButton key="grant" of={grantAttempt} input={{ id: row.id }} initial={{ n: 1 }} note={t('只给次数用完、还没有合格的人；会告诉本人。')} />]}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('按考试和班级看成绩，谁合格、谁没有考、谁次数用完。'),
  who: t('只看得到自己数据范围里的学生。'),
  first: t('先按考试筛选，再换视图。'),
})
