import { Check, TriangleAlert, X } from 'lucide-react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { myAudit } from '../model/actions.ts'
import { RESULTS } from '../model/audit.ts'
import style from './audit.module.css'

/** 我的毕业: how many of the items are met, and what is missing. */
export default function MyGraduationPage() {
  return (
    <StudentsOnly title={t('我的毕业')} otherwise={t('当前账号不是学生，没有毕业审核')}>
      <Own />
    </StudentsOnly>
  )
}
function Own() {
  const read = useRead(myAudit, {})
  return (
    <Page title={t('我的毕业')} width="form">
      <Loaded of={read}>{rows => (rows.length ? <Stack>{rows.map(row => row && <Batch key={row.batchId} of={row} />)}</Stack> : <Empty title={t('毕业批次还没有开始')} />)}</Loaded>
    </Page>
  )
}
type Mine = NonNullable<AnswerOf<typeof myAudit>[number]>
const Batch = ({ of }: { of: Mine }) => (
  <Sheet label={of.name}>
    <h2>{of.name}</h2>
    <Row gap={3} spread="between">
      <strong className={style.count}>{t('{{met}} / {{total}} 项完成', { met: of.met, total: of.total })}</strong>
      {of.result ? <strong>{t(RESULTS[of.result])}</strong> : null}
    </Row>
    {of.judgedAt ? <p className="ql-quiet">{t('{{time}} 核对', { time: formatDatetime(of.judgedAt) })}</p> : null}
    <ul className={style.items}>{of.items.map(i => i && <Item key={i.code} of={i} />)}</ul>
  </Sheet>
)
function Item({ of }: { of: NonNullable<Mine['items'][number]> }) {
  const state = of.pass ? 'met' : of.blocking ? 'missed' : 'warned'
  const Icon = { met: Check, missed: X, warned: TriangleAlert }[state]
  return (
    <li data-state={state}>
      <Icon size={16} aria-label={{ met: t('达标'), missed: t('没有通过'), warned: t('提醒') }[state]} />
      <span>
        {of.name}
        <small className="ql-quiet">{of.pass ? of.need : [of.need, of.actual && t('现为 {{value}}', { value: of.actual })].filter(Boolean).join(t('，'))}</small>
      </span>
    </li>
  )
}
