import { Button, Checkbox, InputNumber, Radio } from 'antd'
import { useState } from 'react'
import type { InputOf } from '#model'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { newKey } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { LINE_STATES } from '../../bills/model/bill-line.ts'
import { spendCredit, sumOfParts } from '../../bills/model/spend-credit.ts'
import { createOrder, payByCredit } from '../model/actions.ts'
import { sceneHere } from './launch.ts'
import type { Mine } from './MyFeesPage.tsx'
import style from './my-fees.module.css'
import { Reason } from './Reason.tsx'

type Line = Mine['toPay'][number]
/** Not asked for now, and so not chosen in advance: deferred, or waiting for a loan. */
const WAITS: ReadonlyArray<Line['state']> = ['deferred', 'loan']
interface CardProps {
  title: string
  help?: string
  lines: readonly Line[]
  ways: Mine['ways']
  credits: Mine['credits']
  onMade: (made: AnswerOf<typeof createOrder>) => void
  onErrand: (order: InputOf<typeof createOrder>) => void
}
/** What is to be paid together: lines, how, and one button. What is the payer's own choice is not chosen in advance. */
export function PayCard({ title, help, lines, ways, credits, onMade, onErrand }: CardProps) {
  const isPhone = useNarrow()
  const [left, setLeft] = useState<readonly string[]>(() => lines.filter(l => l.isOptional || WAITS.includes(l.state)).map(l => l.id))
  const [wayId, setWay] = useState(ways[0]?.merchantId)
  const [part, setPart] = useState<number | null>(null)
  const chosen = lines.filter(l => !left.includes(l.id))
  const way = ways.find(w => w.merchantId === (chosen[0]?.merchantId ?? wayId))
  const scene = sceneHere(way?.scenes ?? [], isPhone)
  const only = chosen.length === 1 && chosen[0]?.mayPart ? chosen[0] : undefined
  const asked = only && part ? Math.round(part * 100) : undefined
  const amount = asked ?? chosen.reduce((sum, l) => sum + l.payNow, 0)
  const act = useAct(createOrder, { onDone: onMade, done: false })
  const pay = () => {
    if (!way || !scene) return
    const order = { lineIds: chosen.map(l => l.id), amount, ...(asked ? { part: asked } : {}), merchantId: way.merchantId, scene, idemKey: newKey() }
    if (scene === 'jsapi') onErrand(order)
    else act.mutate(order)
  }
  return (
    <Sheet title={title} actions={<b className={style.sum}>{formatMoney(amount)}</b>}>
      {help ? <p className="ql-help">{help}</p> : null}
      {lines.map(l => (
        <LineOf key={l.id} line={l} isChosen={!left.includes(l.id)} onChoose={is => setLeft(is ? left.filter(id => id !== l.id) : [...left, l.id])} />
      ))}
      {only && only.owed > only.leastPart ? <PartOf line={only} value={part} onChange={setPart} /> : null}
      {ways.length > 1 ? (
        <Radio.Group
          aria-label={t('支付方式')}
          value={way?.merchantId}
          onChange={e => setWay(e.target.value as string)}
          options={ways.map(w => ({ value: w.merchantId, label: w.name }))}
        />
      ) : null}
      {ways.length ? null : <p className="ql-help">{t('学校还没有开通网上缴费。')}</p>}
      {act.error ? <Refused what={t('支付没有成功')} error={act.error} /> : null}
      <ByCredit lines={chosen} credits={credits} />
      <Button type="primary" size="large" block disabled={!chosen.length || !scene} loading={act.isPending} onClick={pay}>
        {t('支付 {{amount}}', { amount: formatMoney(amount) })}
      </Button>
    </Sheet>
  )
}
/** 40-F11: what credit would pay of the chosen lines, and one button to say so. */
function ByCredit({ lines, credits }: { lines: readonly Line[]; credits: Mine['credits'] }) {
  const act = useAct(payByCredit, { changes: ['billLine', 'payerCredit', 'todo'], done: t('已用预存缴') })
  const paid = spendCredit(lines, credits)
  const amount = sumOfParts(paid)
  if (!amount) return null
  return (
    <>
      {act.error ? <Refused what={t('没有用预存缴')} error={act.error} /> : null}
      <Button size="large" block loading={act.isPending} onClick={() => act.mutate({ lineIds: lines.map(l => l.id), amount })}>
        {t('用预存缴 {{amount}}', { amount: formatMoney(amount) })}
      </Button>
    </>
  )
}
const TONES = { overdue: 'refused', part: 'attention', deferred: 'going', loan: 'going', unpaid: 'waiting', paid: 'done', exempt: 'over', closed: 'over' } as const
function LineOf({ line, isChosen, onChoose }: { line: Line; isChosen: boolean; onChoose: (is: boolean) => void }) {
  const name = t('{{item}} {{xn}}', { item: line.item, xn: line.xn })
  return (
    <div className={style.line}>
      <Row spread="between">
        <Checkbox checked={isChosen} onChange={e => onChoose(e.target.checked)}>
          {name}
        </Checkbox>
        <b>{formatMoney(line.owed)}</b>
      </Row>
      <Row spread="between">
        <span className="ql-quiet">
          {line.payNow < line.owed ? t('现在缴 {{amount}}', { amount: formatMoney(line.payNow) }) : t('{{date}} 前缴清', { date: formatDate(line.dueDate) })}
        </span>
        <State tone={TONES[line.state]}>{t(LINE_STATES[line.state])}</State>
      </Row>
      <Reason line={line} />
    </div>
  )
}
const PartOf = ({ line, value, onChange }: { line: Line; value: number | null; onChange: (value: number | null) => void }) => (
  <Row spread="between">
    <span className="ql-quiet">{t('只缴一部分（至少 {{least}}）', { least: formatMoney(line.leastPart) })}</span>
    <InputNumber
      aria-label={t('这次缴')}
      value={value}
      onChange={onChange}
      min={line.leastPart / 100}
      max={line.owed / 100}
      precision={2}
      placeholder={(line.owed / 100).toFixed(2)}
    />
  </Row>
)
