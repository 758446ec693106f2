import { schoolDate } from '#model/school-time.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDate, formatDatetime, formatMoney } from '#web/values/format.ts'
import style from '../../stays/web/public/dormitory-stay.module.css'
import { myBills } from '../model/actions.ts'
import { UTILITY_KINDS } from '../model/room-utility.ts'
import arrearsStyle from './arrears.module.css'
import { Explained } from './Explained.tsx'
import { MyDamages } from './MyDamages.tsx'

type Mine = AnswerOf<typeof myBills>
type Bill = Mine['bills'][number]
type Meter = Mine['meters'][number]

/** 我的住宿费: each year's fee with its calculation, and the room's meters. */
export default function MyBillsPage() {
  return (
    <StudentsOnly title={t('我的住宿费')} otherwise={t('当前账号不是学生，没有自己的住宿费')}>
      <Own />
    </StudentsOnly>
  )
}
function Own() {
  const read = useRead(myBills, {})
  const { data } = read
  if (!data) return <Loading of={read} lines={8} />
  return (
    <Page title={t('我的住宿费')} width="form">
      {data.bills.length ? null : <Empty title={t('还没有住宿费')} />}
      {data.bills.map(b => (
        <BillSheet key={b.id} bill={b} mine={data} />
      ))}
      <MyDamages />
      {data.meters.length ? <Meters room={data.room} meters={data.meters} /> : null}
    </Page>
  )
}
function BillSheet({ bill, mine }: { bill: Bill; mine: Mine }) {
  const sums: Array<[string, number]> = [
    [t('应收'), bill.due + bill.adjust],
    ...(bill.isKnown
      ? ([
          [t('已缴'), bill.paid],
          [t('缓缴'), bill.deferred],
          [t('欠费'), bill.owed],
        ] as Array<[string, number]>)
      : []),
  ]
  return (
    <Sheet label={bill.xn} className={style.card}>
      <header className={style.head}>
        <h2>{t('{{xn}} 学年', { xn: bill.xn })}</h2>
        <BillState bill={bill} />
      </header>
      <p className="ql-quiet">{bill.bed}</p>
      <dl className={arrearsStyle.sums}>
        {sums.map(([label, fen]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatMoney(fen)}</dd>
          </div>
        ))}
      </dl>
      {bill.deferred && bill.deferredUntil ? <p>{t('缓缴到 {{date}}', { date: formatDate(bill.deferredUntil) })}</p> : null}
      <p className="ql-quiet">{t('{{date}} 前缴清', { date: formatDate(bill.dueOn) })}</p>
      {bill.isKnown ? null : <p className="ql-help">{t('这笔住宿费还没有交到财务处，暂时不能在网上缴。')}</p>}
      <details>
        <summary>{t('计费说明')}</summary>
        <Explained months={bill.detail} perYear={mine.perYear} minNights={mine.minNights} due={bill.due} adjust={bill.adjust} adjustReason={bill.adjustReason} />
      </details>
    </Sheet>
  )
}
function BillState({ bill }: { bill: Bill }) {
  if (!bill.isKnown) return null
  if (!bill.owed) return <State tone="done">{bill.deferred ? t('缓缴') : t('已缴清')}</State>
  return bill.dueOn < schoolDate(Date.now()) ? <State tone="refused">{t('已过截止日期')}</State> : <State tone="attention">{t('待缴')}</State>
}
const Meters = ({ room, meters }: { room: string | null; meters: readonly Meter[] }) => (
  <Sheet label={t('水电')} className={style.card}>
    <h2>{t('{{room}} 水电', { room: room ?? '' })}</h2>
    {meters.map(m => (
      <div key={m.kind}>
        <div className={style.head}>
          <b>{t('{{kind}}费余额 {{amount}}', { kind: t(UTILITY_KINDS[m.kind]), amount: formatMoney(m.balance) })}</b>
          {m.isLow ? <State tone="refused">{t('余额不足')}</State> : null}
        </div>
        <p className="ql-quiet">
          {t('读数 {{reading}}，{{time}} 抄表', { reading: m.reading, time: formatDatetime(m.readAt) })}
          {m.share === null ? null : t('，本期 {{n}} 人分摊，每人 {{amount}}', { n: m.sharers, amount: formatMoney(m.share) })}
        </p>
      </div>
    ))}
  </Sheet>
)
