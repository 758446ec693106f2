import { Button } from 'antd'
import { BedDouble, GraduationCap } from 'lucide-react'
import { Suspense, useState } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { collegeFilter, gradeFilter } from '#modules/campus/web/grades.ts'
import { lazily } from '#web/base/chunk.ts'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { PrintButton } from '#web/print/PrintButton.tsx'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useSession } from '#web/session/useCan.ts'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { recordDamage } from '../../charges/model/damage-actions.ts'
import { DamageForm } from '../../charges/web/public/DamageForm.tsx'
import { dormRoom } from '../../places/model/places.ts'
import { cancelStays, checkIn, checkInMany, checkOut, checkOutMany, graduateStays, neverCame, planStay, registerStay, undoCheckOut } from '../model/actions.ts'
import { dormStay } from '../model/stay.ts'
import { spanText } from './labels.ts'
import style from './public/dormitory-stay.module.css'

const RegisterPanel = lazily(() => import('./RegisterPanel.tsx'))
const CheckInPanel = lazily(() => import('./CheckInPanel.tsx'))
const CheckOutPanel = lazily(() => import('./CheckOutPanel.tsx'))
const GraduatePanel = lazily(() => import('./GraduatePanel.tsx'))
type Row = Shown<typeof dormStay>
type Opened =
  | { what: 'register' }
  | { what: 'graduate' }
  | { what: 'in' | 'out' | 'undo' | 'plan' | 'damage'; row: Row }
  | { what: 'cancel' | 'manyIn' | 'manyOut'; rows: readonly Row[] }

const VIEWS = { living: '在住', reserved: '待入住', missing: '逾期未入住', overdue: '逾期未退', left: '已退宿', all: '全部' } as const
type View = keyof typeof VIEWS
/** Filter of a view; those of missing people use the school's settings. */
function whereOf(view: View, before: string | undefined): Record<string, string> {
  if (view === 'living') return { state: 'checkedIn' }
  if (view === 'reserved') return { 'state.in': 'held,reserved' }
  if (view === 'missing') return { state: 'reserved', 'plannedIn.le': before ?? '1900-01-01' }
  if (view === 'overdue') return { state: 'checkedIn', 'plannedOut.le': schoolDate(Date.now()) }
  return view === 'left' ? { state: 'checkedOut' } : {}
}

/** 宿舍管理 → 住宿登记: stays from reservation to check-out. */
export default function StayPage() {
  const [params] = useOwnParams()
  const [opened, setOpened] = useState<Opened>()
  const { can } = useSession()
  const { data: missing } = useRead(neverCame, {}, { enabled: can(cancelStays.permission) })
  const count = (of: View): string => (missing && of === 'missing' ? ` ${missing.count}` : missing && of === 'overdue' ? ` ${missing.overstaying}` : '')
  // a number or name in the link searches all views
  const views = useView(VIEWS, { first: params.get('q') ? 'all' : 'living', noteOf: count })
  const { view } = views
  return (
    <>
      <EntityTable<typeof dormStay>
        of={dormStay}
        title={t('住宿登记#many')}
        where={whereOf(view, missing?.before)}
        defaultSort={view === 'overdue' ? ['plannedOut'] : view === 'left' ? ['-checkOutAt'] : view === 'missing' ? ['plannedIn'] : ['-plannedIn']}
        views={views}
        toolbar={
          <>
            {can(graduateStays.permission) ? (
              <Button icon={<GraduationCap size={16} />} onClick={() => setOpened({ what: 'graduate' })}>
                {t('毕业退宿')}
              </Button>
            ) : null}
            {can(registerStay.permission) ? (
              <Button type="primary" icon={<BedDouble size={16} />} onClick={() => setOpened({ what: 'register' })}>
                {t('登记')}
              </Button>
            ) : null}
          </>
        }
        columns={[
          { key: 'name', width: 100, align: 'left' },
          { key: 'studentNo', width: 140, align: 'left' },
          { key: 'genderCode', width: 70 },
          { key: 'classId', width: 128 },
          { key: 'bedId', width: 230, align: 'left' },
          { key: 'kind', width: 70 },
          { key: 'state', width: 110 },
          { key: 'plannedIn', title: t('住宿时间'), width: 212, render: row => spanText(row) },
          view === 'left'
            ? { key: 'checkOutAt', width: 160, render: row => (row.checkOutAt ? formatDatetime(row.checkOutAt) : '—') }
            : { key: 'checkInAt', hidden: true, width: 160 },
          { key: 'feeState', hidden: true },
          view === 'left' ? { key: 'debtCount', width: 90 } : { key: 'debtCount', hidden: true },
          {
            key: 'plannedOut',
            hidden: view !== 'overdue',
            width: 130,
            render: row => (row.plannedOut ? <span className={row.isOverstaying ? style.late : ''}>{formatDate(row.plannedOut)}</span> : '—'),
          },
          { key: 'stayNo', hidden: true },
          { key: 'departmentId', hidden: true },
          { key: 'source', hidden: true },
          { key: 'keyNo', hidden: true },
          { key: 'feePerYear', hidden: true },
        ]}
        facts={['bedId', 'classId', 'plannedIn']}
        filters={['dormId', 'roomId', collegeFilter, gradeFilter, 'classId', 'kind', 'source', 'campusId', 'floorId', 'bedId', 'state', 'plannedIn', 'genderCode']}
        rowActions={row => [
          row.state === 'reserved' && can(checkIn.permission) ? { of: checkIn, label: t('办理入住'), onClick: () => setOpened({ what: 'in', row }) } : null,
          row.state === 'checkedIn' && can(checkOut.permission) ? { of: checkOut, label: t('办理退宿'), onClick: () => setOpened({ what: 'out', row }) } : null,
          (row.state === 'reserved' || row.state === 'checkedIn') && can(planStay.permission)
            ? { of: planStay, label: t('修改登记'), onClick: () => setOpened({ what: 'plan', row }) }
            : null,
          (row.state === 'reserved' || row.state === 'held') && can(cancelStays.permission)
            ? { label: t('取消登记'), onClick: () => setOpened({ what: 'cancel', rows: [row] }) }
            : null,
          (row.state === 'checkedIn' || row.state === 'checkedOut') && can(recordDamage.permission)
            ? { label: t(recordDamage.label), onClick: () => setOpened({ what: 'damage', row }) }
            : null,
          row.state === 'checkedOut' && can(undoCheckOut.permission) ? { of: undoCheckOut, label: t('撤销退宿'), onClick: () => setOpened({ what: 'undo', row }) } : null,
          <PrintButton key="print" of={dormStay} template="dormStay" label={t('登记表')} ids={[row.id]} />,
        ]}
        batchActions={rows => <Batch rows={rows} onOpen={setOpened} />}
        phoneCard={row => <PhoneCard row={row} />}
      />
      <Suspense>{opened ? <Beside opened={opened} onClose={() => setOpened(undefined)} /> : null}</Suspense>
    </>
  )
}
function Batch({ rows, onOpen }: { rows: readonly Row[]; onOpen: (opened: Opened) => void }) {
  const { can } = useSession()
  const all = (states: readonly string[]): boolean => rows.every(r => states.includes(r.state))
  const button = (label: string, what: 'cancel' | 'manyIn' | 'manyOut') => <PlacedButton onClick={() => onOpen({ what, rows })}>{t(label)}</PlacedButton>
  return (
    <>
      {all(['reserved']) && can(checkInMany.permission) ? button('批量入住', 'manyIn') : null}
      {all(['checkedIn']) && can(checkOutMany.permission) ? button('批量退宿', 'manyOut') : null}
      {all(['reserved', 'held']) && can(cancelStays.permission) ? button('取消登记', 'cancel') : null}
      <PrintButton of={dormRoom} template="roomRoster" label={t('房间名册')} ids={[...new Set(rows.map(r => r.roomId ?? ''))]} />
    </>
  )
}
function Beside({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  if (opened.what === 'register') return <RegisterPanel onClose={onClose} />
  if (opened.what === 'graduate') return <GraduatePanel onClose={onClose} />
  if (opened.what === 'in') return <CheckInPanel row={opened.row} onClose={onClose} />
  if (opened.what === 'damage') return <DamageForm found={foundAt(opened.row)} onClose={onClose} />
  if (opened.what === 'out') return <CheckOutPanel row={opened.row} onClose={onClose} />
  if (opened.what === 'undo')
    return (
      <ActionForm
        of={undoCheckOut}
        input={{ id: opened.row.id }}
        onClose={onClose}
        note={<p className="ql-help">{t('{{name}} 重新住回 {{bed}}，床位还空着才可以。', { name: opened.row.name, bed: opened.row.bedName })}</p>}
      />
    )
  if (opened.what === 'plan') return <PlanForm row={opened.row} onClose={onClose} />
  if (!('rows' in opened)) return null
  const ids = opened.rows.map(r => r.id)
  const note = (text: string) => <p className="ql-help">{t(text, { n: ids.length })}</p>
  if (opened.what === 'manyIn') return <ActionForm of={checkInMany} input={{ ids }} onClose={onClose} note={note('为 {{n}} 人办理入住，有一人不能入住就都不办。')} />
  if (opened.what === 'manyOut') return <ActionForm of={checkOutMany} input={{ ids }} onClose={onClose} danger note={note('为 {{n}} 人办理退宿，钥匙和家具视为已清点。')} />
  return <ActionForm of={cancelStays} input={{ ids }} onClose={onClose} danger note={note('取消 {{n}} 人的床位安排，学生会收到通知。')} />
}
/** Time of check-out, as the time a damage was found. */
const foundAt = (row: Row) => ({
  roomId: row.roomId ?? '',
  room: row.bedName ?? '',
  ...(row.checkOutAt ? { at: row.checkOutAt } : {}),
  stayId: row.id,
  studentIds: [row.studentId],
})
/** For a resident only end and key can be changed. */
function PlanForm({ row, onClose }: { row: Row; onClose: () => void }) {
  const { plannedIn, plannedOut, bedId, keyNo } = row
  return (
    <ActionForm
      of={planStay}
      input={{ id: row.id }}
      layout={row.state === 'reserved' ? ['plannedIn', 'plannedOut', 'bedId', 'keyNo'] : ['plannedOut', 'keyNo']}
      initial={row.state === 'reserved' ? { plannedIn, plannedOut, bedId, keyNo } : { plannedOut, keyNo }}
      title={`${row.name} ${row.bedName}`}
      onClose={onClose}
    />
  )
}
const PhoneCard = ({ row }: { row: Row }) => (
  <Stack gap={1}>
    <b>
      {row.name} <small>{row.studentNo}</small>
    </b>
    <span>{row.bedName}</span>
    <small>{spanText(row)}</small>
  </Stack>
)
