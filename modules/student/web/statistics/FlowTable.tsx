import { Segmented } from 'antd'
import { Check, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { SpanInput } from '#web/inputs/SpanInput.tsx'
import { useRead } from '#web/records/useRead.ts'
import { FLOW_DIMENSIONS, flow, type Movement } from '../../model/statistics.ts'
import { Count } from './Count.tsx'
import { ExportTable } from './ExportTable.tsx'
import { differenceOf, ENTRIES, EXITS, type Figures, flowSentence } from './flow-check.ts'
import { askKey, lineName, movementName, today, yearBefore } from './labels.ts'
import type { Ask } from './people.ts'
import style from './statistics.module.css'

type By = keyof typeof FLOW_DIMENSIONS
type Flow = AnswerOf<typeof flow>
const ORDER: readonly Movement[] = [...ENTRIES, ...EXITS]

/** Movements between two days. Each line is checked to add up, and shows it. */
export function FlowTable({ asOf }: { asOf: string }) {
  const [span, setSpan] = useState<readonly [string, string]>()
  const [by, setBy] = useState<By>('department')
  const [from, to] = span ?? [yearBefore(asOf), asOf]
  const read = useRead(flow, { from, to, by })
  return (
    <>
      <div className={style.statChoose}>
        <SpanInput from={from} to={to} last={today()} label={t('期初至期末')} onChange={next => setSpan([next.from, next.to])} />
        <Segmented
          value={by}
          onChange={setBy}
          aria-label={t('分组')}
          options={Object.entries(FLOW_DIMENSIONS).map(([value, label]) => ({ value: value as By, label: t(label) }))}
        />
        <ExportTable table="flow" query={{ from, to, by }} />
      </div>
      <Loaded of={read} lines={8} empty={data => (data.rows.length ? undefined : t('这段时间里没有在籍学生'))}>
        {data => <Flowed key={by} data={data} by={by} from={from} to={to} />}
      </Loaded>
    </>
  )
}
function Flowed({ data, by, from, to }: { data: Flow; by: By; from: string; to: string }) {
  const { rows } = data
  // hide columns without movements
  const shown = ORDER.filter(m => data.total[m])
  const group = (key: string): Partial<Ask> => ({ [by]: askKey(key) })
  return (
    <>
      <p className={style.statCheck} role="status">
        <Verdict of={data.total} />
        {flowSentence(data.total)}
      </p>
      <PlainTable
        isLong
        label={t('变动表')}
        rows={rows}
        keyOf={r => r.key}
        columns={[
          [t(FLOW_DIMENSIONS[by]), r => lineName(r, by), { isHead: true, foot: t('合计') }],
          [
            t('期初'),
            r => <Count n={r.opening} title={`${lineName(r, by)} ${t('期初')}`} ask={{ asOf: from, ...group(r.key) }} />,
            { foot: <Count n={data.total.opening} title={t('期初')} ask={{ asOf: from }} /> },
          ],
          ...shown.map(
            m =>
              [
                `${ENTRIES.includes(m) ? '+' : '−'} ${movementName(m)}`,
                (r: (typeof rows)[number]) => <Count n={r[m]} title={`${lineName(r, by)} ${movementName(m)}`} ask={{ asOf: to, since: from, movement: m, ...group(r.key) }} />,
                { key: m, foot: <Count n={data.total[m]} title={movementName(m)} /> },
              ] as const,
          ),
          [
            t('期末'),
            r => <Count n={r.closing} title={`${lineName(r, by)} ${t('期末')}`} ask={{ asOf: to, ...group(r.key) }} />,
            { foot: <Count n={data.total.closing} title={t('期末')} ask={{ asOf: to }} /> },
          ],
          [t('核对'), r => <Verdict of={r} />, { foot: <Verdict of={data.total} /> }],
        ]}
      />
    </>
  )
}
function Verdict({ of }: { of: Figures }) {
  const difference = differenceOf(of)
  return difference === 0 ? (
    <span className={style.statEven}>
      <Check size={14} aria-hidden="true" />
      {t('相符')}
    </span>
  ) : (
    <span className={style.statOdd}>
      <TriangleAlert size={14} aria-hidden="true" />
      {t('差 {{n}}', { n: difference })}
    </span>
  )
}
