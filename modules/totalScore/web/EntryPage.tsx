import { State } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { pointEntry, reversePoints } from '../model/ledger.ts'

export const about: PageFile['about'] = () => ({
  use: t('每个学生的分从哪里来：一笔只记一次，不改不删，记错了冲销。'),
  who: t('学工处、团委、学院、辅导员和班主任看各自范围内的学生；学生看自己的。'),
  first: t('超过上限的部分计 0 分；冲销以后腾出的上限只给以后的加分。'),
})
/** 积分台账 */
export default function EntryPage() {
  return (
    <EntityTable<typeof pointEntry>
      of={pointEntry}
      title={t('积分台账')}
      columns={[
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'studentNo', width: 150 },
        { key: 'classId', width: 130 },
        { key: 'schemeId', width: 180, align: 'left' },
        { key: 'itemId', width: 200, align: 'left' },
        { key: 'points', width: 80 },
        { key: 'occurredOn', width: 110 },
        { key: 'reason', width: 200, align: 'left' },
        {
          key: 'isReversed',
          title: t('状态'),
          width: 130,
          render: row =>
            row.reversesId ? (
              <State tone="over">{t('冲销记录')}</State>
            ) : row.isReversed ? (
              <State tone="over">{t('已冲销')}</State>
            ) : row.kind === 'over' ? (
              <State tone="attention">{t('超过上限')}</State>
            ) : (
              <State tone="done">{t('有效')}</State>
            ),
        },
        { key: 'isShifted', hidden: true },
        { key: 'recorderId', hidden: true },
        { key: 'departmentId', hidden: true },
      ]}
      facts={['points', 'occurredOn', 'itemId']}
      filters={['studentId', 'schemeId', 'itemId', 'kind', 'occurredOn', 'classId', 'departmentId', 'recorderId']}
      rowActions={row => [
        row.reversesId || row.isReversed ? null : <FormButton key="reverse" of={reversePoints} input={{ id: row.id }} danger changes={['pointEntry', 'pointAccount']} />,
      ]}
    />
  )
}
