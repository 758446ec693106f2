import { Button } from 'antd'
import { useState } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { addDays, monthOf } from '#modules/campus/model/days.ts'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { reconCalendar, skewStatement, uploadStatement } from '../model/actions.ts'
import { type Calendar, DayButton } from './DayButton.tsx'
import { DayPanel } from './DayPanel.tsx'

type Cell = Calendar['days'][number]
const shift = (month: string, by: number): string => monthOf(addDays(by > 0 ? `${month}-28` : `${month}-01`, by > 0 ? 5 : -1))

/** 缴费管理 → 对账: a month of all accounts, day by day; each day opens beside it. */
export default function ReconcilePage() {
  const [params, , put] = useOwnParams()
  const month = params.get('month') ?? monthOf(schoolDate(Date.now()))
  const read = useRead(reconCalendar, { month })
  const [open, setOpen] = useState<string>()
  const { data } = read
  const hasSandbox = data?.merchants.some(m => m?.provider === 'sandbox')
  const shown = data?.days.find(d => d?.id === open)
  return (
    <Page
      title={t('对账')}
      help={t('每个收款账户每天的收款与渠道的对账单核对，差异处理完才能结账；结账后的日子不再记账。')}
      actions={
        <>
          <Button onClick={() => put({ month: shift(month, -1) })}>{t('上个月')}</Button>
          <Button onClick={() => put({ month: shift(month, 1) })}>{t('下个月')}</Button>
          <FormButton of={uploadStatement} note={t('支付宝、银联的 zip，微信支付的 CSV，银行的 CSV、xlsx 或 dbf。同一份对账单只能用一次。')} />
          {hasSandbox ? <FormButton of={skewStatement} note={t('让模拟支付的对账单与本校不一致，下载对账单后就能看到差异。')} /> : null}
        </>
      }
    >
      <Loaded of={read} empty={of => !of.merchants.length && t('还没有收款账户')}>
        {of => <Days of={of} month={month} onOpen={setOpen} />}
      </Loaded>
      {shown ? <DayPanel day={shown} merchant={data?.merchants.find(m => m?.id === shown.merchantId)?.name ?? ''} onClose={() => setOpen(undefined)} /> : null}
    </Page>
  )
}
function Days({ of, month, onOpen }: { of: Calendar; month: string; onOpen: (id: string) => void }) {
  const cells = new Map(of.days.flatMap(d => (d ? [[`${d.bizDate} ${d.merchantId}`, d] as const] : [])))
  const dates = [...new Set(of.days.flatMap(d => d?.bizDate ?? []))].sort().reverse()
  return (
    <Sheet label={month} isBare>
      <PlainTable
        label={t('{{month}} 对账', { month })}
        rows={dates}
        keyOf={date => date}
        empty={t('{{month}} 没有对账日', { month })}
        columns={[
          [t('日期'), date => date, { isHead: true }],
          ...of.merchants.flatMap(m =>
            m ? [[m.name, (date: string) => <DayButton day={cells.get(`${date} ${m.id}`) as Cell | undefined} name={m.name} onOpen={onOpen} />, { key: m.id }] as const] : [],
          ),
        ]}
      />
    </Sheet>
  )
}
