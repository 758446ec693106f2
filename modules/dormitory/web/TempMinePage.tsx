import { Button } from 'antd'
import { useState } from 'react'
import { MyApplication, WithdrawButton } from '#modules/workflow/web/my-applications/MyApplication.tsx'
import { MyApplicationList } from '#modules/workflow/web/my-applications/MyApplicationList.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { formatDatetime } from '#web/records/format.ts'
import { dictLabel, useDict } from '#web/records/useDict.ts'
import { useRead } from '#web/records/useRead.ts'
import { useMe } from '#web/session/useCan.ts'
import { cancelTemp, comeBackTemp, myTemps, withdrawTemp } from '../model/temp/actions.ts'
import { tempPlaceType, tempStates } from '../model/temp/temp-location.ts'
import { nightsText, spanText } from './temp/labels.ts'
import './temp/temp.css'

type Mine = AnswerOf<typeof myTemps>[number]

/** 我的外宿: the running one on top with report-back, the others below. */
export default function TempMinePage() {
  const { studentId } = useMe().detail
  return studentId ? <Own /> : <Empty title={t('当前账号不是学生，没有自己的外宿')} />
}
function Own() {
  const [cancelling, setCancelling] = useState<Mine>()
  return (
    <MyApplicationList
      title={t('我的外宿')}
      apply={{ path: '/dormitory/temp/apply', label: t('申请外宿') }}
      read={useRead(myTemps, {})}
      nothing={t('还没有申请过外宿')}
      over={() =>
        cancelling ? (
          <ActionForm
            of={cancelTemp}
            input={{ id: cancelling.id }}
            onClose={() => setCancelling(undefined)}
            danger
            note={<p className="ql-help">{t('取消后这几晚按在寝统计。')}</p>}
          />
        ) : null
      }
    >
      {(row, { isNamed }) => <TempSheet row={row} isNamed={isNamed} onCancel={() => setCancelling(row)} />}
    </MyApplicationList>
  )
}
/** Status sentence. */
function standing(row: Mine): string {
  if (row.state === 'pending') return row.nextStep ?? t('等待审批')
  if (row.state === 'returned') return t('被退回，请修改后重新提交')
  if (row.state === 'overdue') return t('已超过返回时间，回到宿舍请点“我已返回”')
  if (row.state === 'active') return t('{{time}} 前返回', { time: formatDatetime(row.to) })
  if (row.state === 'approved') return t('{{time}} 离开', { time: formatDatetime(row.from) })
  if (row.state === 'closed' && row.backAt) return t('{{time}} 返回，实际 {{n}} 晚', { time: formatDatetime(row.backAt), n: row.actualNights ?? row.nights })
  return ''
}
function TempSheet({ row, isNamed, onCancel }: { row: Mine; isNamed: boolean; onCancel: () => void }) {
  const can = (verb: Mine['can'][number]): boolean => row.can.includes(verb)
  const places = useDict(tempPlaceType)
  return (
    <MyApplication
      label={row.tempNo}
      title={`${dictLabel(places, row.placeType)} ${nightsText(row.nights)}`}
      tone={tempStates.tones[row.state]}
      state={t(tempStates.labels[row.state])}
      isNamed={isNamed}
      standing={standing(row)}
      isOverdue={row.state === 'overdue'}
      edit={can('edit') ? `/dormitory/temp/apply?edit=${row.id}` : undefined}
      instanceId={row.instanceId}
      acts={
        <>
          {can('back') ? (
            <ActionButton of={comeBackTemp} input={{ id: row.id }} type="primary" confirm={t('确认已经回到宿舍？当晚起按在寝统计。')} done={t('已登记返回')}>
              {t('我已返回')}
            </ActionButton>
          ) : null}
          {can('cancel') ? <Button onClick={onCancel}>{t('取消外宿')}</Button> : null}
          {can('withdraw') ? <WithdrawButton of={withdrawTemp} input={{ id: row.id }} /> : null}
        </>
      }
    >
      <p>{spanText(row)}</p>
      <p className="ql-quiet dorm-temp-address">{row.address}</p>
    </MyApplication>
  )
}
