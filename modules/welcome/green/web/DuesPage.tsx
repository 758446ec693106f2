import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { RealmPage } from '#modules/admission/roll/web/public/RealmPage.tsx'
import { LINE_STATES } from '#modules/fee/bills/model/bill-line.ts'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { myDues, payDues } from '../model/application.ts'

type Line = NonNullable<AnswerOf<typeof myDues>['lines'][number]>
const WAITS: ReadonlyArray<Line['state']> = ['deferred', 'loan']

/** 迎新 → 缴费: ways to enrol without paying first, then what is to be paid, item by item. */
export default function DuesPage() {
  const read = useRead(myDues, {})
  return (
    <RealmPage title={t('缴费')}>
      <Sheet title={t('缴费有困难')}>
        <Stack gap={2}>
          <p>{t('助学贷款：办了生源地贷款的，带上回执，贷款的部分不用先缴。')}</p>
          <p>
            {t('绿色通道：先入学，以后再缴。')} <Link to="/welcome/green">{t('申请绿色通道')}</Link>
          </p>
          <p>{t('资助：入学后可以申请困难认定和助学金。')}</p>
        </Stack>
      </Sheet>
      <Loaded of={read} empty={of => of.lines.length === 0 && t('学校还没有出账单')}>
        {of => {
          const lines = of.lines.flatMap(line => line ?? [])
          const groups = [
            [t('学校收费'), lines.filter(l => !l.isVoluntary)],
            [t('自愿购买'), lines.filter(l => l.isVoluntary)],
          ] as const
          return (
            <Stack gap={3}>
              {of.deferred && of.until ? <p role="status">{t('绿色通道缓缴 {{amount}}，到 {{date}}', { amount: formatMoney(of.deferred), date: formatDate(of.until) })}</p> : null}
              {groups.map(([title, own]) => (own.length ? <Bill key={title} title={title} lines={own} /> : null))}
            </Stack>
          )
        }}
      </Loaded>
    </RealmPage>
  )
}
/** Lines that are paid together; nothing voluntary or deferred is chosen in advance. */
function Bill({ title, lines }: { title: string; lines: readonly Line[] }) {
  const [left, setLeft] = useState<readonly string[]>(() => lines.filter(l => l.isVoluntary || WAITS.includes(l.state)).map(l => l.id))
  const chosen = lines.filter(l => l.owed > 0 && !left.includes(l.id))
  const act = useAct(payDues, { done: false, onDone: ({ path }) => window.location.assign(path) })
  return (
    <Sheet title={title}>
      <Stack gap={2}>
        {lines.map(({ id, item, owed, charged, state, dueDate }) => (
          <Row key={id} gap={2} spread="between">
            {owed > 0 ? (
              <Checkbox checked={!left.includes(id)} onChange={e => setLeft(e.target.checked ? left.filter(one => one !== id) : [...left, id])}>
                {item}
              </Checkbox>
            ) : (
              <span>{item}</span>
            )}
            <span className="ql-quiet">
              {t(LINE_STATES[state])}{' '}
              {owed > 0 ? t('{{owed}} / {{charged}}，{{date}} 截止', { owed: formatMoney(owed), charged: formatMoney(charged), date: formatDate(dueDate) }) : formatMoney(charged)}
            </span>
          </Row>
        ))}
        {act.error ? <Refused what={t('不能支付')} error={act.error} /> : null}
        {chosen.length ? (
          <Button type="primary" size="large" block loading={act.isPending} onClick={() => act.mutate({ lineIds: chosen.map(l => l.id) })}>
            {t('去支付 {{amount}}', { amount: formatMoney(chosen.reduce((sum, l) => sum + l.payNow, 0)) })}
          </Button>
        ) : null}
      </Stack>
    </Sheet>
  )
}
