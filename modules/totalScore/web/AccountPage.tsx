import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { pointAccount } from '../model/ledger.ts'
import { periodText } from './periodText.ts'

export const about: PageFile['about'] = () => ({
  use: t('每个学生每个周期的积分和学分。没有加减过分的学生还没有账户，积分是基础分。'),
  who: t('学工处、团委、学院、辅导员和班主任看各自范围内的学生。'),
  first: t('按方案和周期筛选；明细在积分台账里。'),
})
/** 成绩单 */
export default function AccountPage() {
  return (
    <EntityTable<typeof pointAccount>
      of={pointAccount}
      title={t('成绩单')}
      columns={[
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'studentNo', width: 150 },
        { key: 'schemeId', width: 220, align: 'left' },
        { key: 'period', width: 170, render: row => periodText(row.period) },
        { key: 'balance', width: 100 },
        { key: 'credits', width: 100 },
      ]}
      facts={['schemeId', 'balance', 'credits']}
      filters={['studentId', 'schemeId', 'period']}
      batchActions={rows => <PrintButton of={pointAccount} template="pointTranscript" label="积分成绩单" ids={rows.map(r => r.id)} />}
    />
  )
}
