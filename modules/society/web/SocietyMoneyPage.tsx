import { Button } from 'antd'
import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State, StateTag } from '#web/feedback/State.tsx'
import { FileLinks } from '#web/files/FileLinks.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { approveFund, askReversal, bookFund, changeFund, FUND_KINDS, fundDraftStates, fundStatement, returnFund, SPENDING, withdrawFund } from '../model/fund.ts'
import { FUND_CHANGES } from './labels.ts'

type Statement = AnswerOf<typeof fundStatement>
type Draft = NonNullable<Statement['drafts'][number]>
type Entry = NonNullable<Statement['entries'][number]>
const MINE = '/society/mine'
/** 经费收支: the month's statement; for whoever acts for the society, what waits and what can be booked. */
export default function SocietyMoneyPage() {
  const [params] = useOwnParams()
  const societyId = params.get('societyId')
  return societyId ? (
    <Of societyId={societyId} />
  ) : (
    <Page title={t('社团经费收支')} width="form">
      <Empty title={t('先选一个社团')}>
        <Link to={MINE}>{t('我的社团')}</Link>
      </Empty>
    </Page>
  )
}
const beside = (month: string, step: 1 | -1): string => {
  const [year = 0, at = 0] = month.split('-').map(Number)
  const n = year * 12 + at - 1 + step
  return `${Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`
}
function Of({ societyId }: { societyId: string }) {
  const [params, , put] = useOwnParams()
  const month = params.get('month')
  const read = useRead(fundStatement, { societyId, ...(month ? { month } : {}) }, { keeps: true })
  return (
    <Page title={t('社团经费收支')} width="form" back={MINE}>
      <Loaded of={read} lines={8}>
        {of => (
          <Stack>
            <Row spread="between">
              <b>{of.society}</b>
              {of.mayBook ? (
                <FormButton
                  of={bookFund}
                  input={{ societyId }}
                  type="primary"
                  changes={FUND_CHANGES}
                  done={t('已记下，由另一个人复核后入账')}
                  note={t('支出要有凭证；大额支出还要指导教师和指导单位同意。')}
                />
              ) : null}
            </Row>
            {of.drafts.map(d => d && <OneDraft key={d.id} of={d} />)}
            <Row spread="between">
              <Button onClick={() => put({ month: beside(of.month, -1) })}>{t('上个月')}</Button>
              <b>{of.month}</b>
              <Button onClick={() => put({ month: beside(of.month, 1) })}>{t('下个月')}</Button>
            </Row>
            <Figures label={of.month}>
              <Figure label={t('月初余额')} value={formatMoney(of.opening)} />
              <Figure label={t('收入')} value={formatMoney(of.income)} />
              <Figure label={t('支出')} value={formatMoney(of.spent)} />
              <Figure label={t('月末余额')} value={formatMoney(of.closing)} />
            </Figures>
            <Sheet title={t('收支')} note={balanceText(of)}>
              {of.entries.length ? of.entries.map(e => e && <OneEntry key={e.id} of={e} />) : <p className="ql-quiet">{t('这个月没有收支')}</p>}
            </Sheet>
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
const balanceText = ({ balance, held }: Statement): string => {
  const now = t('现在余额 {{balance}}', { balance: formatMoney(balance) })
  return held ? [now, t('其中活动预留 {{held}}', { held: formatMoney(held) })].join(' · ') : now
}
function OneEntry({ of }: { of: Entry }) {
  return (
    <Row spread="between">
      <span>
        {t(of.about)}
        <br />
        <small className="ql-quiet">{[formatDate(of.bizDate), t(FUND_KINDS[of.kind])].join(' · ')}</small>
      </span>
      <Row>
        <b>{formatMoney(of.amount)}</b>
        {of.mayReverse ? <FormButton of={askReversal} input={{ id: of.id }} danger changes={FUND_CHANGES} done={t('已提出，由另一个人复核')} /> : null}
      </Row>
    </Row>
  )
}
/** What waits, with what the reader may do about it. */
function OneDraft({ of }: { of: Draft }) {
  const { id, kind, amount, about, happenedOn, vouchers } = of
  const mayChange = of.isMine && !of.isReversal && fundDraftStates.allows(of, 'change')
  const shown = SPENDING.includes(kind) ? -amount : amount
  return (
    <Sheet title={about} note={[t(FUND_KINDS[kind]), formatMoney(of.isReversal ? -shown : shown)].join(' · ')} actions={<StateTag of={fundDraftStates} state={of.state} />}>
      {of.isReversal ? <State tone="attention">{t('冲销')}</State> : null}
      <p className="ql-quiet">{[of.maker ? t('经办 {{name}}', { name: of.maker }) : null, formatDate(happenedOn)].filter(Boolean).join(' · ')}</p>
      {of.remark ? <p>{t('退回原因：{{why}}', { why: of.remark })}</p> : null}
      <FileLinks ids={(vouchers ?? []).flatMap(v => v ?? [])} label={t('凭证材料')} />
      <Row>
        {of.mayApprove ? <ActionButton of={approveFund} input={{ id }} changes={FUND_CHANGES} /> : null}
        {of.mayApprove ? <FormButton of={returnFund} input={{ id }} danger changes={FUND_CHANGES} /> : null}
        {mayChange && kind !== 'memberFee' && kind !== 'refund' ? (
          <FormButton of={changeFund} input={{ id }} initial={{ kind, amount, about, happenedOn, vouchers }} changes={FUND_CHANGES} />
        ) : null}
        {of.isMine ? <ActionButton of={withdrawFund} input={{ id }} changes={FUND_CHANGES} /> : null}
      </Row>
    </Sheet>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('社团每个月收了多少、花了多少、还有多少。'),
  who: t('成员都看得到；负责人、副负责人和财务负责人记账，互相复核。'),
  first: t('有等你同意的，先看凭证再点“同意”。'),
})
