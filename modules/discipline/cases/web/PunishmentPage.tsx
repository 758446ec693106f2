import { Suspense } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { punishment } from '../model/punishment.ts'

const PunishmentPanel = lazily(() => import('./PunishmentPanel.tsx'))
const VIEWS = {
  all: { label: '全部' },
  due: { label: '期限中', where: { 'dueOn.isNull': 'false' }, sort: ['dueOn'] },
  prepare: { label: '调查和拟处理', where: { state: 'investigating,proposed' } },
  hear: { label: '告知和申辩', where: { state: 'noticed,defenceClosed' }, sort: ['defenceDueOn'] },
  approve: { label: '审批中', where: { state: 'pending,returned' } },
  serve: { label: '待送达', where: { state: 'decided' }, sort: ['decidedOn'] },
  inForce: { label: '处分期内', where: { state: 'served,inForce,liftPending' } },
} as const
export const about: PageFile['about'] = () => ({
  use: t('每名当事人的处理，从拟处理、告知、申辩、审批到送达和解除。'),
  who: t('辅导员和学院拟处理，学工处签发告知书、编号和送达。'),
  first: t('点开一人，按面板上方的按钮办理下一步；期限由系统计算。'),
})
/** 违纪处分 → 处分办理 */
export default function PunishmentPage() {
  const [params, , put] = useOwnParams()
  const id = params.get('id')
  return (
    <>
      <EntityTable<typeof punishment>
        of={punishment}
        title={t('处分办理')}
        views={useView(VIEWS)}
        columns={[
          { key: 'studentNo', width: 130 },
          { key: 'studentId', width: 110, align: 'left' },
          { key: 'caseNo', width: 170 },
          { key: 'decidedLevel', width: 110 },
          { key: 'state', width: 110 },
          { key: 'dueOn', width: 120 },
          { key: 'daysLeft', width: 90 },
          { key: 'documentNo', width: 180, align: 'left' },
          { key: 'decidedOn', width: 120 },
          { key: 'departmentId', width: 160, align: 'left' },
          ...(
            [
              'measure',
              'partRole',
              'proposedLevel',
              'periodStart',
              'periodEnd',
              'noticeServedOn',
              'defenceDueOn',
              'servedOn',
              'appealDueOn',
              'liftedOn',
              'classId',
              'grade',
              'caseId',
            ] as const
          ).map(key => ({ key, hidden: true })),
        ]}
        filters={['studentId', 'departmentId', 'classId', 'state', 'measure', 'dueOn', 'decidedOn', 'caseId']}
        facts={['caseNo', 'dueOn', 'documentNo']}
        onOpen={row => put({ id: row.id })}
      />
      <Suspense>{id ? <PunishmentPanel key={id} id={id} onClose={() => put({ id: undefined })} /> : null}</Suspense>
    </>
  )
}
