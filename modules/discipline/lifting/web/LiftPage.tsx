import { useState } from 'react'
import { CheckList } from '#web/feedback/CheckList.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { punishment } from '../../cases/model/punishment.ts'
import { DeliveryButton } from '../../cases/web/public/DeliveryButton.tsx'
import { extendPunishment, liftChecks, startLifts } from '../model/lift.ts'

const VIEWS = {
  inForce: { label: '处分期内', where: { state: 'inForce' }, sort: ['decidedOn'] },
  pending: { label: '解除审批中', where: { state: 'liftPending' } },
  lifted: { label: '已解除', where: { state: 'lifted' }, sort: ['-liftedOn'] },
} as const
const CHANGES = ['punishment', 'punishmentLift', 'processInstance', 'todo'] as const
export const about: PageFile['about'] = () => ({
  use: t('处分期满的解除，和不符合条件的延长。'),
  who: t('学生自己申请，或由学院、学工处成批发起；辅导员、学院、学工处审批。'),
  first: t('点开一人看解除条件，勾选符合条件的一起发起。'),
})
/** 违纪处分 → 处分解除 */
export default function LiftPage() {
  const [open, setOpen] = useState<string>()
  return (
    <>
      <EntityTable<typeof punishment>
        of={punishment}
        title={t('处分解除')}
        views={useView(VIEWS)}
        columns={[
          { key: 'studentNo', width: 130 },
          { key: 'studentId', width: 110, align: 'left' },
          { key: 'documentNo', width: 190, align: 'left' },
          { key: 'decidedLevel', width: 110 },
          { key: 'servedOn', width: 120 },
          { key: 'periodEnd', width: 120 },
          { key: 'state', width: 110 },
          { key: 'liftedOn', width: 120 },
          { key: 'liftDocumentNo', width: 190, align: 'left' },
          { key: 'departmentId', hidden: true },
        ]}
        filters={['studentId', 'departmentId', 'decidedOn', 'liftedOn']}
        facts={['documentNo', 'liftedOn']}
        onOpen={row => setOpen(row.id)}
        rowActions={row => [
          row.state === 'inForce' && (
            <FormButton key="extend" of={extendPunishment} input={{ punishmentId: row.id }} danger changes={CHANGES} note={t('不符合解除条件的才能延长。')} />
          ),
          row.state === 'lifted' && <PrintButton key="print" of={punishment} template="punishmentLifting" label={t('解除决定')} ids={[row.id]} />,
          row.state === 'lifted' && <DeliveryButton key="serve" punishmentId={row.id} document="lift" />,
        ]}
        batchActions={(rows, clear) => (
          <ActionButton of={startLifts} input={{ ids: rows.map(r => r.id) }} changes={CHANGES} confirm={t('符合条件的发起解除审批，不符合的不变。')} onDone={clear} />
        )}
      />
      {open ? <Checks id={open} onClose={() => setOpen(undefined)} /> : null}
    </>
  )
}
function Checks({ id, onClose }: { id: string; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const read = useRead(liftChecks, { punishmentId: id })
  return (
    <Panel open={isOpen} title={t('解除条件')} size={480} onClose={() => setOpen(false)} afterClose={onClose}>
      <Loaded of={read}>{data => <CheckList label={t('解除条件')} of={data.checks.map(c => ({ name: t(c.name), isMet: c.isMet, value: t(c.value) }))} />}</Loaded>
    </Panel>
  )
}
