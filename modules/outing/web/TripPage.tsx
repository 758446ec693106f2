import { BellRing, DoorOpen } from 'lucide-react'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { CASE_CHANGES } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { LayoutOf } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useSession } from '#web/session/useCan.ts'
import { formatDatetime } from '#web/values/format.ts'
import { noteBack, noteOut, remindBack } from '../model/actions.ts'
import { outingApplication } from '../model/application.ts'
import { whereNow } from '../model/area.ts'
import { goingOut, outingStates } from '../model/going-out.ts'
import { spanText } from './labels.ts'
import { AGAIN } from './layout.tsx'
import { TripOutcome } from './TripOutcome.tsx'

const VIEWS = {
  out: { label: '外出中', where: { 'state.in': 'out,overdue' }, sort: ['backPlanned'] },
  late: { label: '逾期', where: { state: 'overdue' }, sort: ['backPlanned'] },
  planned: { label: '已登记', where: { state: 'registered' }, sort: ['backPlanned'] },
  all: { label: '全部', sort: ['-outPlanned'] },
} as const

/** 外出管理 → 外出登记: trips out and overdue, and manual records. */
export default function TripPage() {
  const { can } = useSession()
  const mayNote = can(noteBack.permission)
  const { data } = useRead(whereNow, {})
  const count = (of: string): string => (data ? (of === 'out' ? ` ${data.out}` : of === 'late' ? ` ${data.overdue}` : '') : '')
  const views = useView(VIEWS, { noteOf: count })
  return (
    <EntityTable<typeof goingOut>
      of={goingOut}
      title={t('外出登记#many')}
      detail={{ except: ['cantonCode'] }}
      views={views}
      toolbar={<ForStudent />}
      columns={[
        { key: 'studentId', title: t('学生'), width: 120, align: 'left' },
        { key: 'state', width: 110 },
        { key: 'studentNo', hidden: true },
        { key: 'classId', width: 128 },
        { key: 'place', width: 130 },
        { key: 'region', width: 180 },
        { key: 'outPlanned', title: t('时间'), width: 250, align: 'left', render: row => spanText(row) },
        'contactPhone',
        { key: 'lastSafeAt', title: t('报平安'), width: 140, render: row => (row.lastSafeAt ? formatDatetime(row.lastSafeAt) : '—') },
        { key: 'backAt', hidden: true },
        { key: 'backWay', hidden: true },
        { key: 'outWay', hidden: true },
        { key: 'companions', hidden: true },
        { key: 'transport', hidden: true },
        { key: 'wayNote', hidden: true },
      ]}
      facts={['outPlanned', 'place', 'classId']}
      filters={['studentId', collegeFilter, 'classId', 'purpose', 'transport', 'backPlanned']}
      rowActions={row => [
        backButton([row.id]),
        <FormButton key="out" of={noteOut} input={{ ids: [row.id] }} note={noteOf(1)}>
          {t('登记外出时间')}
        </FormButton>,
        outingStates.allows(row, 'remind') && <Remind key="remind" ids={[row.id]} />,
      ]}
      {...(mayNote
        ? {
            batchActions: (rows: ReadonlyArray<{ id: string; state: string }>) => {
              const ids = rows.filter(r => outingStates.allows(r, 'close')).map(r => r.id)
              return ids.length ? (
                <>
                  {backButton(ids)}
                  <Remind ids={ids} />
                </>
              ) : null
            },
          }
        : {})}
    />
  )
}
const STAFF_LAYOUT: LayoutOf<typeof outingApplication.applyFor> = ['studentId', ...AGAIN]
/** Staff register a trip for a student, who hears of it. */
const ForStudent = () => (
  <FormButton
    of={outingApplication.applyFor}
    layout={STAFF_LAYOUT}
    initial={{ purpose: 'family' }}
    changes={CASE_CHANGES}
    done={t('已登记')}
    note={values => (values.studentId ? <TripOutcome values={values} /> : null)}
  />
)
const Remind = ({ ids }: { ids: string[] }) => (
  <ActionButton of={remindBack} input={{ ids }} icon={<BellRing size={15} />} confirm={t('提醒 {{n}} 名学生返校', { n: ids.length })} done={t('已提醒')}>
    {t('提醒')}
  </ActionButton>
)
const noteOf = (n: number): string => t('共 {{n}} 人，不填时间为现在；学生会收到通知。', { n })
const backButton = (ids: string[]) => (
  <FormButton key="back" of={noteBack} input={{ ids }} icon={<DoorOpen size={15} />} note={noteOf(ids.length)}>
    {t('登记返校')}
  </FormButton>
)
