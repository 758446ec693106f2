import { Segmented, Select } from 'antd'
import { useMemo, useState } from 'react'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { type PlainColumn, PlainTable } from '#web/feedback/PlainTable.tsx'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { useRead } from '#web/records/useRead.ts'
import { DIMENSIONS, type Dimension, statistics } from '../../model/statistics.ts'
import { nobody, type StatisticsAnswer } from './ChartSheet.tsx'
import { Count } from './Count.tsx'
import { ExportTable } from './ExportTable.tsx'
import { askKey, lineName } from './labels.ts'
import type { Ask } from './people.ts'
import style from './statistics.module.css'

const ACROSS = ['gender', 'ethnicity', 'political', 'origin', 'level', 'age', 'status', 'grade', 'campus'] as const satisfies readonly Dimension[]
type Measure = 'enrolled' | 'atSchool'
type Line = StatisticsAnswer['rows'][number]
const optionsOf = (names: readonly Dimension[]) => names.map(value => ({ value, label: t(DIMENSIONS[value]) }))

/** Cross table of any two dimensions. */
export function CrossTable({ asOf }: { asOf: string }) {
  const [rows, setRows] = useState<Dimension>('department')
  const [columns, setColumns] = useState<Dimension | null>('gender')
  const [departmentId, setDepartment] = useState<string | null>(null)
  const [measure, setMeasure] = useState<Measure>('enrolled')
  const across = columns === rows ? null : columns
  const query = { asOf, rows, ...(across ? { columns: across } : {}), ...(departmentId ? { departmentId } : {}) }
  const read = useRead(statistics, query)
  return (
    <>
      <div className={style.statChoose}>
        <Select aria-label={t('行')} prefix={t('行')} value={rows} options={optionsOf(Object.keys(DIMENSIONS) as Dimension[])} onChange={setRows} />
        <Select
          aria-label={t('列')}
          prefix={t('列')}
          value={across}
          options={optionsOf(ACROSS.filter(d => d !== rows))}
          placeholder={t('不分列')}
          allowClear
          onChange={(v: Dimension | undefined) => setColumns(v ?? null)}
        />
        <RefSelect to="department" where={{ deptType: '1' }} value={departmentId} onChange={setDepartment} placeholder={t('全部院系')} aria-label={t('院系')} />
        <Segmented
          aria-label={t('计数')}
          value={measure}
          onChange={setMeasure}
          options={[
            { value: 'enrolled', label: t('在籍') },
            { value: 'atSchool', label: t('在校') },
          ]}
        />
        <ExportTable table="cross" query={{ ...query, measure }} />
      </div>
      <Loaded of={read} lines={8} empty={nobody}>
        {data => (
          <Crossed key={`${rows} ${across}`} data={data} of={rows} across={across} measure={measure} ask={{ asOf, ...(departmentId ? { department: departmentId } : {}) }} />
        )}
      </Loaded>
    </>
  )
}
interface CrossedProps {
  data: StatisticsAnswer
  of: Dimension
  across: Dimension | null
  measure: Measure
  ask: Ask
}
function Crossed({ data, of, across, measure, ask }: CrossedProps) {
  const cells = useMemo(() => new Map(data.cells.flatMap(c => (c ? [[`${c.row}|${c.column}`, c] as const] : []))), [data])
  const base: Ask = measure === 'atSchool' ? { ...ask, atSchool: true } : ask
  const sum = measure === 'enrolled' ? data.total.enrolled : data.total.atSchool
  const { rows } = data
  const hasHidden = [...rows, ...cells.values()].some(c => c[measure] === null)
  const columns: Array<PlainColumn<Line>> = data.columns.flatMap(c =>
    c
      ? [
          [
            across ? lineName(c, across) : '',
            row => {
              const cell = cells.get(`${row.key}|${c.key}`)
              const isWhole = !row.isMerged && !c.isMerged && across
              return (
                <Count
                  n={cell ? cell[measure] : 0}
                  title={`${lineName(row, of)} ${across ? lineName(c, across) : ''}`}
                  ask={isWhole ? { ...base, [of]: askKey(row.key), [across]: askKey(c.key) } : undefined}
                />
              )
            },
            { key: c.key, foot: <Count n={c[measure]} title={across ? lineName(c, across) : ''} ask={across && !c.isMerged ? { ...base, [across]: askKey(c.key) } : undefined} /> },
          ] as const,
        ]
      : [],
  )
  return (
    <>
      <PlainTable
        isLong
        label={t('交叉表')}
        rows={rows}
        keyOf={r => r.key}
        columns={[
          [t(DIMENSIONS[of]), r => lineName(r, of), { isHead: true, foot: t('合计') }],
          ...columns,
          [
            columns.length ? t('合计') : t('人数'),
            r => <Count n={r[measure]} title={lineName(r, of)} ask={r.isMerged ? undefined : { ...base, [of]: askKey(r.key) }} />,
            { foot: <Count n={sum} title={t('合计')} ask={base} /> },
          ],
        ]}
      />
      {hasHidden ? <p className={style.statFoot}>{t('* 人数较少，不单独列出')}</p> : null}
    </>
  )
}
