import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Columns } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatMoney } from '#web/values/format.ts'
import { reconMorning } from '../model/actions.ts'
import { toneOfDay, wordsOfDay } from './DayButton.tsx'

type Data = AnswerOf<typeof reconMorning>

/** 缴费管理 → 财务早报: whether yesterday is closed, what differs, keys that expire, what failed. */
export default function MorningPage() {
  const read = useRead(reconMorning, {})
  return (
    <Page title={t('财务早报')} help={t('昨天结了没有、有什么差异、哪些密钥快到期、哪些通知失败。')}>
      <Loaded of={read}>{data => <Shown data={data} />}</Loaded>
    </Page>
  )
}
function Shown({ data }: { data: Data }) {
  return (
    <>
      <Figures label={t('要办的事')}>
        <Figure label={t('更早未结账')} value={data.older} to="/fee/reconcile" />
        <Figure label={t('待处理差异')} value={data.openDiffs} to="/fee/differences?state=open" />
        <Figure label={t('待复核差异')} value={data.toCheck} to="/fee/differences?state=proposed" />
        <Figure label={t('待复核退款')} value={data.refundsWaiting} to="/fee/refunds?state=pending" />
        <Figure label={t('异常退款')} value={data.refundsAbnormal} to="/fee/refunds?state=abnormal" />
        <Figure label={t('未到账')} value={data.notArrived} to="/fee/reconcile" />
      </Figures>
      <Yesterday data={data} />
      <Columns min={320}>
        <Sheet title={t('密钥到期')}>
          <PlainTable
            label={t('密钥到期')}
            rows={data.keys}
            keyOf={k => k.merchantId}
            empty={t('30 天内没有密钥到期')}
            columns={[
              [t('收款账户'), k => k.merchant, { isHead: true }],
              [t('到期日'), k => k.expiresOn],
            ]}
          />
        </Sheet>
        <Sheet title={t('通知失败')}>
          <PlainTable
            label={t('通知失败')}
            rows={data.failures}
            keyOf={f => f.merchantId}
            empty={t('昨天到现在没有失败的支付通知')}
            columns={[
              [t('收款账户'), f => f.merchant, { isHead: true }],
              [t('次数'), f => f.count, { isNumber: true }],
            ]}
          />
        </Sheet>
      </Columns>
    </>
  )
}
const Yesterday = ({ data }: { data: Data }) => (
  <Sheet title={t('昨天（{{day}}）', { day: data.day })}>
    <PlainTable
      label={t('昨天的对账')}
      rows={data.days}
      keyOf={d => d.id}
      empty={t('昨天没有收款账户要对账')}
      isCardsOnPhone
      columns={[
        [t('收款账户'), d => data.merchants.find(m => m?.id === d.merchantId)?.name ?? '', { isHead: true }],
        [t('状态'), d => <State tone={toneOfDay(d)}>{wordsOfDay(d)}</State>],
        [t('本校'), d => formatMoney(d.ourSum), { isNumber: true }],
        [t('渠道'), d => formatMoney(d.theirSum), { isNumber: true }],
        [t('渠道手续费'), d => formatMoney(d.feeSum), { isNumber: true }],
        [t('银行到账'), d => d.arrivedOn ?? '—'],
      ]}
    />
  </Sheet>
)
