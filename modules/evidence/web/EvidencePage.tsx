import { State } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { reverseEvidence } from '../model/actions.ts'
import { evidence } from '../model/evidence.ts'

export const about: PageFile['about'] = () => ({
  use: t('学生做了什么、得了什么，只记一次：各业务办完自己记进来，学生申报的经辅导员同意后记进来。测评、积分、劳动学时都从这里算。'),
  who: t('学工处、学院、辅导员和班主任看各自范围内的学生；学生看自己的。'),
  first: t('记错了的由学工处冲销，写明原因；原来的一条不改、不删。'),
})
/** 学生成长 → 佐证查询. */
export default function EvidencePage() {
  return (
    <EntityTable<typeof evidence>
      of={evidence}
      title={t('佐证查询')}
      columns={[
        { key: 'studentId', title: t('学生'), width: 110, align: 'left' },
        { key: 'studentNo', width: 130 },
        { key: 'kind', width: 110 },
        { key: 'title', width: 280, align: 'left' },
        { key: 'level', width: 90 },
        { key: 'place', width: 90 },
        { key: 'quantity', width: 110 },
        { key: 'occurredOn', width: 120 },
        { key: 'source', width: 120 },
        {
          key: 'isReversed',
          title: t('状态'),
          width: 100,
          render: row =>
            row.reversesId ? <State tone="over">{t('冲销记录')}</State> : row.isReversed ? <State tone="over">{t('已冲销')}</State> : <State tone="done">{t('有效')}</State>,
        },
        { key: 'classId', hidden: true },
        { key: 'departmentId', hidden: true },
        { key: 'teamRole', hidden: true },
        { key: 'reason', hidden: true },
      ]}
      facts={['kind', 'title', 'occurredOn']}
      filters={['studentId', 'kind', 'level', 'occurredOn', 'departmentId', 'classId']}
      rowActions={row => [row.reversesId || row.isReversed ? null : <FormButton key="reverse" of={reverseEvidence} input={{ id: row.id }} danger changes={['evidence']} />]}
    />
  )
}
