import { useState } from 'react'
import { Link } from 'react-router'
import { HOUR_MS } from '#model/days.ts'
import { schoolDate, schoolMs } from '#model/school-time.ts'
import { applyLink } from '#modules/leave/model/apply-link.ts'
import { ApplicationForm } from '#modules/workflow/applications/web/public/ApplicationForm.tsx'
import { ApplyPage, type BegunOf, type MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { useApplicationForm, useBeginning } from '#modules/workflow/applications/web/public/useApplicationForm.ts'
import { t } from '#web/i18n/index.ts'
import { outingApplication } from '../model/application.ts'
import { tripLayout } from './layout.tsx'
import { TripOutcome } from './TripOutcome.tsx'

type FormStart = BegunOf<typeof outingApplication>
type Mine = MineOf<typeof outingApplication>
const MINE = '/outing/mine'
const TEN_MINUTES = 600_000
/** From the next ten minutes until 21:00, or for two hours if that is near. */
function usualTimes(now = Date.now()): { outPlanned: string; backPlanned: string } {
  const out = Math.ceil((now + TEN_MINUTES / 2) / TEN_MINUTES) * TEN_MINUTES
  const evening = schoolMs(schoolDate(out), '21:00')
  return { outPlanned: new Date(out).toISOString(), backPlanned: new Date(Math.max(evening, out + 2 * HOUR_MS)).toISOString() }
}
/** 登记外出: known values are prefilled, what follows is shown while typing. */
export default function OutingApplyPage() {
  return (
    <ApplyPage draft="outing.goingOut" of={outingApplication} title={t('登记外出')} onlyStudents={t('当前账号不是学生，没有自己的外出')} refused={t('这次外出不能修改')}>
      {(known, row, params) => <Form key={row?.id ?? 'new'} known={known} row={row} place={params.get('place')} />}
    </ApplyPage>
  )
}
function Form({ known, row, place }: { known: FormStart; row: Mine | undefined; place: string | null }) {
  const [initial] = useState(() => {
    if (row) return { ...row }
    const [last] = known.recent
    const frequent = known.recent.find(p => p.place === place)
    return { purpose: 'shopping', ...usualTimes(), contactPhone: known.contactPhone, cantonCode: last?.cantonCode ?? known.homeCanton, ...frequent }
  })
  const begun = useBeginning({ draft: 'outing.goingOut', id: row?.id, values: initial, times: ['outPlanned', 'backPlanned', 'outPlanned'] })
  const application = useApplicationForm({
    of: outingApplication,
    ...begun,
    page: MINE,
    layout: tripLayout({ isFirst: !row }),
    beside: {},
    once: ['members'],
    done: known.needsApproval ? t('已提交，等辅导员审批') : t('已登记，注意安全'),
  })
  const { outPlanned, backPlanned, cantonCode } = application.form.values
  return (
    <ApplicationForm of={application} title={row ? t('修改外出') : t('登记外出')} own={{ path: MINE, label: t('我的外出') }} isBlocked={false}>
      <TripOutcome values={application.form.values} id={row?.id}>
        <Link to={applyLink({ from: outPlanned, to: backPlanned, region: cantonCode })}>{t('缺课或平日过夜？去请假')}</Link>
      </TripOutcome>
    </ApplicationForm>
  )
}
