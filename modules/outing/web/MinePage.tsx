import { Button, Segmented } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { MyApplicationsPage } from '#modules/workflow/applications/web/public/MyApplicationsPage.tsx'
import { MyTasks } from '#modules/workflow/tasks/web/public/MyTasks.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { outingApplication } from '../model/application.ts'
import { ownDestinations } from '../model/holiday-actions.ts'
import { AreaAsks } from './mine/AreaAsks.tsx'
import { HolidayCard } from './mine/HolidayCard.tsx'
import { APPLY, TripCard } from './mine/TripCard.tsx'
import style from './outing.module.css'

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
  const views = (
    <Segmented
      value={tab}
      options={[
        { value: 'trips', label: t('外出') },
        { value: 'holiday', label: t('节假日去向') },
      ]}
      onChange={next => put({ tab: next === 'trips' ? undefined : next })}
    />
  )
  if (tab === 'trips') return <Trips views={views} />
  return (
    <Page title={t('我的外出')} width="form" views={views}>
      <AreaAsks />
      <MyTasks of={ownDestinations.mine} nothing={t('现在没有要登记的假期')}>
        {plan => <HolidayCard key={plan.planId} plan={plan} />}
      </MyTasks>
    </Page>
  )
}
function Trips({ views }: { views: ReactNode }) {
  const { data: known } = useRead(outingApplication.begin, {})
  return (
    <MyApplicationsPage
      of={outingApplication}
      title={t('我的外出')}
      views={views}
      apply={{ path: APPLY, label: t('登记外出') }}
      onlyStudents={t('当前账号不是学生，没有自己的外出')}
      nothing={t('还没有登记过外出')}
      above={
        <>
          <AreaAsks />
          {known?.recent.length ? (
            <Row className={style.places}>
              {known.recent.map(p => (
                <Link key={`${p.cantonCode}${p.place}`} to={`${APPLY}?place=${encodeURIComponent(p.place)}`}>
                  <Button>{p.place}</Button>
                </Link>
              ))}
            </Row>
          ) : null}
          <p className="ql-help">{t('当天来回或周末、不缺课的外出登记即可；缺课或平日过夜请请假。')}</p>
        </>
      }
    >
      {(row, at) => <TripCard row={row} at={at} canLocate={known?.canLocate === true} />}
    </MyApplicationsPage>
  )
}
