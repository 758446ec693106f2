import type { MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { MyApplication } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { MyApplicationsPage } from '#modules/workflow/applications/web/public/MyApplicationsPage.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { formatDatetime } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { comeBackTemp } from '../model/actions.ts'
import { tempApplication } from '../model/application.ts'
import { tempPlaceType, tempStates } from '../model/temp-location.ts'
import { nightsText, spanText } from './labels.ts'
import style from './public/temp.module.css'

type Mine = MineOf<typeof tempApplication>
const APPLY = '/dormitory/temp/apply'

/** 我的外宿: the running one on top with report-back, the others below. */
export default function TempMinePage() {
  return (
    <MyApplicationsPage
      of={tempApplication}
      title={t('我的外宿')}
      apply={{ path: APPLY, label: t('申请外宿') }}
      onlyStudents={t('当前账号不是学生，没有自己的外宿')}
      nothing={t('还没有申请过外宿')}
    >
      {(row, at) => <TempSheet row={row} at={at} />}
    </MyApplicationsPage>
  )
}
/** Status sentence. */
function standing(row: Mine): string {
  if (row.state === 'overdue') return t('已超过返回时间，回到宿舍请点“我已返回”')
  if (row.state === 'active') return t('{{time}} 前返回', { time: formatDatetime(row.to) })
  if (row.state === 'approved') return t('{{time}} 离开', { time: formatDatetime(row.from) })
  if (row.state === 'closed' && row.backAt) return t('{{time}} 返回，实际 {{n}} 晚', { time: formatDatetime(row.backAt), n: row.actualNights ?? row.nights })
  return ''
}
function TempSheet({ row, at }: { row: Mine; at: { isNamed: boolean } }) {
  const places = useDict(tempPlaceType)
  const back = (
    <ActionButton of={comeBackTemp} input={{ id: row.id }} type="primary" confirm={t('确认已经回到宿舍？当晚起按在寝统计。')} done={t('已登记返回')}>
      {t('我已返回')}
    </ActionButton>
  )
  return (
    <MyApplication
      of={tempApplication}
      row={row}
      at={at}
      label={row.tempNo}
      title={`${dictLabel(places, row.placeType)} ${nightsText(row.nights)}`}
      states={tempStates}
      standing={standing(row)}
      isOverdue={row.state === 'overdue'}
      apply={APPLY}
      cancel={{ label: t('取消外宿'), note: t('取消后这几晚按在寝统计。') }}
      acts={row.can.includes('back') ? back : null}
    >
      <p>{spanText(row)}</p>
      <p className={`ql-quiet ${style.address}`}>{row.address}</p>
    </MyApplication>
  )
}
