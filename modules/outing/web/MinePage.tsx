import { Button, Segmented } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { MyTasks } from '#modules/workflow/web/tasks/MyTasks.tsx'
import { Bars, Empty, LoadFailed } from '#web/feedback/Empty.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { myOutings, outingForm } from '../model/actions.ts'
import { ownDestinations } from '../model/holiday-actions.ts'
import { AreaAsks } from './mine/AreaAsks.tsx'
import { HolidayCard } from './mine/HolidayCard.tsx'
import { RegisterForm } from './mine/RegisterForm.tsx'
import { TripCard } from './mine/TripCard.tsx'
import './outing.css'

type Known = AnswerOf<typeof outingForm>
export type Place = Partial<Known['recent'][number]>

/** 我的外出: quick registration and report-back, with holiday answers. */
export default function MinePage() {
  return (
    <StudentsOnly title={t('我的外出')} otherwise={t('当前账号不是学生，没有自己的外出')}>
      <Own />
    </StudentsOnly>
  )
}
function Own() {
  const [params, , put] = useOwnParams()
  const tab = params.get('tab') === 'holiday' ? 'holiday' : 'trips'
  return (
    <Page
      title={t('我的外出')}
      width="form"
      views={
        <Segmented
          value={tab}
          options={[
            { value: 'trips', label: t('外出') },
            { value: 'holiday', label: t('节假日去向') },
          ]}
          onChange={next => put({ tab: next === 'trips' ? undefined : next })}
        />
      }
    >
      <AreaAsks />
      {tab === 'trips' ? <Trips named={params.get('id')} /> : <Holidays />}
    </Page>
  )
}
function Trips({ named }: { named: string | null }) {
  const trips = useRead(myOutings, {})
  const known = useRead(outingForm, {})
  const [place, setPlace] = useState<Place>()
  const failed = trips.error && !trips.data ? trips : known.error && !known.data ? known : undefined
  if (failed) return <LoadFailed error={failed.error} at={failed.errorUpdatedAt} onRetry={() => void failed.refetch()} />
  if (!trips.data || !known.data) return <Bars lines={8} />
  return (
    <>
      <section className="ql-sheet outing-card" aria-label={t('登记外出')}>
        <Button type="primary" size="large" block icon={<Plus size={18} />} onClick={() => setPlace({})}>
          {t('登记外出')}
        </Button>
        {known.data.recent.length ? (
          <Row className="outing-places">
            {known.data.recent.map(p => (
              <Button key={`${p.cantonCode}${p.place}`} onClick={() => setPlace(p)}>
                {p.place}
              </Button>
            ))}
          </Row>
        ) : null}
        <p className="ql-help">{t('当天来回或周末、不缺课的外出登记即可；缺课或平日过夜请请假。')}</p>
      </section>
      {trips.data.length ? null : <Empty title={t('还没有登记过外出')} />}
      {trips.data.map(row => (
        <TripCard key={row.id} row={row} isNamed={row.id === named} canLocate={known.data?.canLocate === true} />
      ))}
      {place ? <RegisterForm known={known.data} place={place} onClose={() => setPlace(undefined)} /> : null}
    </>
  )
}
const Holidays = () => (
  <MyTasks of={ownDestinations.mine} nothing={t('现在没有要登记的假期')}>
    {plan => <HolidayCard key={plan.planId} plan={plan} />}
  </MyTasks>
)
