import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { cqaCorrection } from '../model/correction.ts'
import { scoreText } from '../model/sheet.ts'

/** 综合测评 → 更正记录: each change of a result after its notice. */
export default function CorrectionPage() {
  return (
    <EntityTable<typeof cqaCorrection>
      of={cqaCorrection}
      title={t('更正记录')}
      columns={[
        { key: 'createdAt', width: 140 },
        { key: 'studentNo', width: 130 },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'classId', width: 140, align: 'left' },
        { key: 'toTotal', title: t('总分'), width: 150, render: row => `${scoreText(row.fromTotal)} → ${scoreText(row.toTotal)}` },
        { key: 'toRank', title: t('名次'), width: 110, render: row => `${row.fromRank ?? '—'} → ${row.toRank ?? '—'}` },
        { key: 'changes', width: 240, align: 'left' },
        { key: 'reason', width: 160, align: 'left' },
        { key: 'approverId', width: 110 },
        { key: 'schemeId', width: 200, align: 'left', hidden: true },
        { key: 'resultNo', hidden: true },
      ]}
      filters={['schemeId', 'studentId', 'classId']}
      facts={['toTotal', 'toRank', 'changes']}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('查看公示以后更正过的结果：谁、由多少改为多少、为什么、谁批准的。'),
  who: t('学工处、学院、辅导员和班主任看各自范围内的学生。'),
  first: t('按方案或学生筛选；要更正到“公示和更正”核对差异。'),
})
