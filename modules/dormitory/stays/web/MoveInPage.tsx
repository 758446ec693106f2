import { Segmented, Tag } from 'antd'
import type { ReactNode } from 'react'
import { schoolDate, schoolInstant } from '#model/school-time.ts'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { StateTag } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { formatDatetime } from '#web/values/format.ts'
import { moveInLoad } from '../model/move-in-actions.ts'
import { choiceStates, moveInChoice } from '../model/move-in-plan.ts'
import { LoadBoard } from './MoveInLoad.tsx'
import { Plans } from './MoveInPlans.tsx'
import style from './move-in.module.css'
import { punctual, spanText } from './move-in-labels.ts'

const VIEWS = { load: '时段名额', list: '名单', plans: '安排' } as const

/** 宿舍管理 → 入住预约: load, arrivals and plans. Users without access to plans see arrivals only. */
export default function MoveInPage() {
  const [params, , put] = useOwnParams()
  const mayPlans = useCan(moveInLoad.permission)
  const shown = useView(VIEWS, { may: view => mayPlans || view === 'list', label: t('入住预约') })
  const { view } = shown
  const views = mayPlans ? <ViewSwitch of={{ ...shown, show: next => put({ view: next === 'load' ? undefined : next, slot: undefined }) }} /> : null
  if (view === 'plans') return <Plans views={views} />
  if (view === 'list') return <Arrivals views={views} slot={params.get('slot')} isAll={params.get('all') !== null} put={put} />
  return (
    <Page title={t('入住预约')} views={views} className={style.page}>
      <LoadBoard day={params.get('day') ?? undefined} onDay={day => put({ day })} onSlot={slot => put({ view: 'list', slot })} />
    </Page>
  )
}
const PUNCTUAL = { early: '早到', onTime: '按时', late: '晚到' } as const
interface Props {
  views: ReactNode
  slot: string | null
  isAll: boolean
  put: (part: { slot?: undefined; all?: string | undefined }) => void
}
const midnight = (day: string): string => schoolInstant(day)
/** Arrivals from today on or all; of one slot if selected in the load. */
const Arrivals = ({ views, slot, isAll, put }: Props) => (
  <EntityTable<typeof moveInChoice>
    key={`${slot} ${isAll}`}
    of={moveInChoice}
    title={t('到校名单')}
    where={slot ? { slotId: slot } : isAll ? {} : { 'beginAt.ge': midnight(schoolDate(Date.now())) }}
    views={
      <>
        {views}
        {slot ? (
          <Tag closable onClose={() => put({ slot: undefined })}>
            {t('只看一个时段')}
          </Tag>
        ) : (
          <Segmented
            value={isAll}
            aria-label={t('日期')}
            options={[
              { value: false, label: t('今天起') },
              { value: true, label: t('全部') },
            ]}
            onChange={all => put({ all: all ? '1' : undefined })}
          />
        )}
      </>
    }
    columns={[
      { key: 'beginAt', title: t('到校时段'), width: 230, align: 'left', render: row => spanText(row) },
      { key: 'name', width: 100, align: 'left' },
      { key: 'studentNo', width: 140, align: 'left' },
      { key: 'classId', width: 140 },
      { key: 'bedId', width: 230, align: 'left' },
      { key: 'state', width: 100 },
      {
        key: 'arrivedAt',
        width: 180,
        render: row => (row.arrivedAt ? `${formatDatetime(row.arrivedAt)} ${t(PUNCTUAL[punctual(row, Date.parse(row.arrivedAt))])}` : '—'),
      },
      { key: 'dormId', hidden: true },
      { key: 'departmentId', hidden: true },
      { key: 'chosenAt', hidden: true },
    ]}
    filters={['dormId', 'beginAt', 'state', collegeFilter, 'classId']}
    phoneCard={row => (
      <Stack gap={1}>
        <b>
          {row.name} <small>{row.studentNo}</small>
        </b>
        <span>{spanText(row)}</span>
        <span>{row.bedName}</span>
        <StateTag of={choiceStates} state={row.state} />
      </Stack>
    )}
  />
)
