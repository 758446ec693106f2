import type { ReactNode } from 'react'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { State } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { formatMoney } from '#web/values/format.ts'
import { type Purse, SOURCES, type Source } from '../../model/budget.ts'

export interface CostLine {
  line: number | null
  item: string
  source: Source
  planned: number
  spent: number
}
interface CostLinesProps<L extends CostLine> {
  lines: ReadonlyArray<L | null>
  planned: number
  spent: number
  /** What was spent on a line, with its vouchers. */
  costs: (line: L) => ReactNode
}
/** Planned and spent, line by line. */
export const CostLines = <L extends CostLine>({ lines, planned, spent, costs }: CostLinesProps<L>) => (
  <PlainTable
    label={t('预算和支出')}
    rows={lines.flatMap((l, at) => (l ? [{ ...l, at }] : []))}
    keyOf={l => l.at}
    empty={t('没有预算，也没有支出')}
    isCardsOnPhone
    columns={[
      [t('项目'), l => (l.line ? l.item : t('{{item}}（预算外）', { item: l.item })), { isHead: true, foot: t('合计') }],
      [t('来源'), l => t(SOURCES[l.source])],
      [t('预算'), l => formatMoney(l.planned), { isNumber: true, foot: formatMoney(planned) }],
      [t('支出'), l => formatMoney(l.spent), { isNumber: true, foot: formatMoney(spent) }],
      [t('凭证材料'), l => costs(l)],
    ]}
  />
)
/** Which purses went beyond what passes without approval. */
export function Overruns({ purses, percent }: { purses: ReadonlyArray<Purse | null>; percent: number }) {
  const over = purses.flatMap(p => (p?.isOver ? [p] : []))
  if (!over.length) return null
  return (
    <Row>
      <State tone="attention">{t('超支')}</State>
      <span>
        {over
          .map(p => t('{{source}}预算 {{planned}}，支出 {{spent}}', { source: t(SOURCES[p.source]), planned: formatMoney(p.planned), spent: formatMoney(p.spent) }))
          .join(t('；'))}
        <br />
        <small className="ql-quiet">{t('每一种来源的支出超过预算 {{percent}}% 的要审批。', { percent })}</small>
      </span>
    </Row>
  )
}
