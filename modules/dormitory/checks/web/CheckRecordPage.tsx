import { Suspense } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { State, StateTag } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { grades } from '../model/items.ts'
import { checkRecord, objectionStates } from '../model/record.ts'

const RecordPanel = lazily(() => import('./RecordPanel.tsx'))
const VIEWS = {
  all: { label: '全部' },
  failed: { label: '不合格', where: { grade: 'fail' } },
  objections: { label: '异议待处理', where: { objectionState: 'open' } },
  invalid: { label: '无人或拒绝', where: { isValid: 'false' } },
} as const

/** 宿舍管理 → 检查记录: checked rooms, failures, objections. */
export default function CheckRecordPage() {
  const [params, , put] = useOwnParams()
  const views = useView(VIEWS)
  const id = params.get('record')
  const mayHouses = useCan('dormitory:dormBuilding:list')
  const mayTasks = useCan('dormitory:checkTask:list')
  return (
    <>
      <EntityTable<typeof checkRecord>
        of={checkRecord}
        title={t('检查记录#many')}
        verbs={['export']}
        views={views}
        columns={[
          { key: 'roomId', width: 200, align: 'left' },
          { key: 'taskId', width: 190 },
          { key: 'kind', width: 90 },
          { key: 'checkedAt', width: 168 },
          { key: 'roomScore', width: 90 },
          {
            key: 'grade',
            width: 110,
            render: row => (row.grade ? <StateTag of={grades} state={row.grade} /> : <State tone="over">{row.refused ? t('拒绝检查') : t('无人')}</State>),
          },
          {
            key: 'objectionState',
            width: 130,
            render: row => (row.objectionState === 'none' ? '—' : <StateTag of={objectionStates} state={row.objectionState} />),
          },
          { key: 'dormId', hidden: true },
          { key: 'classId', hidden: true },
          { key: 'departmentId', hidden: true },
          { key: 'checkerIds', hidden: true },
        ]}
        filters={[...(mayTasks ? ['taskId'] : []), ...(mayHouses ? ['dormId'] : []), 'kind', 'grade', 'checkedAt', 'classId']}
        onOpen={row => put({ record: row.id })}
      />
      <Suspense>{id ? <RecordPanel key={id} id={id} onClose={() => put({ record: undefined })} /> : null}</Suspense>
    </>
  )
}
