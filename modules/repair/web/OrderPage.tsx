import { Button } from 'antd'
import { PhoneIncoming } from 'lucide-react'
import { useState } from 'react'
import { t } from '#web/i18n/index.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { applyForCaller } from '../model/apply-actions.ts'
import { OPEN_ORDER } from '../model/order.ts'
import { ReportForm } from './apply/ReportForm.tsx'
import { OrderTable } from './OrderTable.tsx'

const open = { 'state.in': OPEN_ORDER.join(',') }
const VIEWS = {
  open: { label: '未完工', where: open, sort: ['dueFinish'] },
  breached: { label: '超时', where: { ...open, 'breachedAt.isNull': '0' }, sort: ['dueFinish'] },
  suspended: { label: '已暂停', where: { state: 'suspended' }, sort: ['dueFinish'] },
  all: '全部',
} as const
const STAFF = { room: null, phone: null, dutyPhone: null }

/** 报修申请: all orders in the reader's buildings; a call is entered here. */
export default function OrderPage() {
  const views = useView(VIEWS)
  const [isOpen, setOpen] = useState(false)
  const mayEnter = useCan(applyForCaller.permission)
  const enter = (
    <Button icon={<PhoneIncoming size={15} />} onClick={() => setOpen(true)}>
      {t('代报修')}
    </Button>
  )
  return (
    <>
      <OrderTable title={t('报修申请')} views={views} toolbar={mayEnter ? enter : null} />
      {isOpen ? <ReportForm of={applyForCaller} known={STAFF} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
