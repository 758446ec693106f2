import { Alert, Select } from 'antd'
import { percentOf } from '#model/percent.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { crossTable, type surveyResults } from '../../model/analysis-actions.ts'

const SHOWS = { n: '人数', row: '行百分比', column: '列百分比' } as const
interface CrossTableProps {
  id: string
  facets: AnswerOf<typeof surveyResults>['facets']
}
/** One question or group by another: counts or percentages, and whether they belong together. */
export function CrossTable({ id, facets }: CrossTableProps) {
  const [params, , put] = useOwnParams()
  const shows = useView(SHOWS, { param: 'shows' })
  const rows = params.get('rows') ?? facets[0]?.key
  const columns = params.get('columns') ?? facets.find(f => f.key !== rows)?.key
  const options = facets.map(f => ({ value: f.key, label: f.label }))
  const read = useRead(crossTable, { id, rows: rows ?? '', columns: columns ?? '' }, { enabled: rows !== undefined && columns !== undefined && rows !== columns })
  if (facets.length < 2) return <Empty title={t('至少要有两道可以统计的题')} />
  return (
    <Stack>
      <Row>
        <Select aria-label={t('行')} popupMatchSelectWidth={false} value={rows ?? null} options={options} onChange={next => put({ rows: next })} />
        <Select aria-label={t('列')} popupMatchSelectWidth={false} value={columns ?? null} options={options} onChange={next => put({ columns: next })} />
        <ViewSwitch of={shows} />
      </Row>
      {rows === columns ? <Empty title={t('行和列要选不同的题')} /> : <Loaded of={read}>{data => <Crossed data={data} shows={shows.view} />}</Loaded>}
    </Stack>
  )
}
const HIDDEN = '—'
function Crossed({ data, shows }: { data: AnswerOf<typeof crossTable>; shows: keyof typeof SHOWS }) {
  const cell = (n: number | null | undefined, rowTotal: number | null, columnTotal: number | null | undefined): string => {
    if (n === null || n === undefined) return HIDDEN
    const whole = shows === 'row' ? rowTotal : columnTotal
    return shows === 'n' ? String(n) : whole ? `${percentOf(n, whole)}%` : HIDDEN
  }
  const foot = (n: number | null | undefined): string => (n === null || n === undefined ? HIDDEN : String(n))
  return (
    <>
      {data.p === null ? null : (
        <Figures label={t('相关')}>
          <Figure label={t('卡方（自由度 {{n}}）', { n: data.freedom ?? 0 })} value={data.chiSquare ?? 0} />
          <Figure label={t('p 值')} value={data.p} />
          <Figure label={t('Cramér V')} value={data.v ?? 0} />
        </Figures>
      )}
      {data.isSparse ? <Alert type="warning" showIcon title={t('有格子的期望频数不足 5，p 值不可靠')} /> : null}
      <Sheet title={t('交叉表')}>
        <PlainTable
          label={t('交叉表')}
          rows={data.rows}
          keyOf={row => row.key}
          columns={[
            [t('分组'), row => row.label, { isHead: true, foot: t('合计') }],
            ...data.columns.map(
              (c, i) =>
                [
                  c.label,
                  (row: (typeof data.rows)[number]) => cell(row.cells[i]?.n, row.total, data.totals[i]?.n),
                  { key: c.key, isNumber: true, foot: foot(data.totals[i]?.n) },
                ] as const,
            ),
            [t('合计'), row => foot(row.total), { isNumber: true, foot: String(data.total) }],
          ]}
        />
      </Sheet>
    </>
  )
}
