import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { pointWarning, recordTalk } from '../model/threshold.ts'
import { periodText } from './periodText.ts'

export const about: PageFile['about'] = () => ({
  use: t('积分或学分越过预警线的学生：每次越线预警一次，恢复以后再次越线才会再预警。'),
  who: t('学工处、团委、学院、辅导员和班主任看各自范围内的学生。'),
  first: t('预警线在考核方案里设；要求谈话的，谈完在这里登记。'),
})
/** 预警名单 */
export default function WarningPage() {
  return (
    <EntityTable<typeof pointWarning>
      of={pointWarning}
      title={t('预警名单')}
      columns={[
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'studentNo', width: 150 },
        { key: 'classId', width: 130 },
        { key: 'schemeId', width: 180, align: 'left' },
        { key: 'period', width: 170, render: row => periodText(row.period) },
        { key: 'value', width: 120, render: row => `${row.comparison === 'lt' ? '<' : '≥'} ${row.value}` },
        { key: 'balance', width: 90 },
        { key: 'crossedOn', width: 110 },
        { key: 'action', width: 160 },
        { key: 'state', width: 100 },
        { key: 'recoveredOn', width: 110 },
        { key: 'talkedOn', width: 110 },
        { key: 'talkedById', hidden: true },
        { key: 'talk', hidden: true },
        { key: 'departmentId', hidden: true },
      ]}
      facts={['schemeId', 'balance', 'crossedOn']}
      filters={['studentId', 'schemeId', 'state', 'action', 'crossedOn', 'classId', 'departmentId']}
      rowActions={row => [row.talkedOn || row.action !== 'talkTask' ? null : <FormButton key="talk" of={recordTalk} input={{ id: row.id }} changes={['pointWarning']} />]}
    />
  )
}
