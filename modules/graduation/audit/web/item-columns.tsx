import { Check, TriangleAlert, X } from 'lucide-react'
import { t } from '#web/i18n/index.ts'
import type { ColumnSpec, Shown } from '#web/records/columns.ts'
import type { graduationAudit } from '../model/audit.ts'
import style from './audit.module.css'

type Row = Shown<typeof graduationAudit>
/** A column for each item of a batch: met, missed, or only warned of, with what there is. */
export const itemColumns = (items: ReadonlyArray<{ code: string; name: string } | null>): Array<ColumnSpec<Row>> =>
  items.flatMap(item => (item ? [{ key: `item.${item.code}`, title: item.name, width: 128, render: (row: Row) => <ItemCell row={row} code={item.code} /> }] : []))

function ItemCell({ row, code }: { row: Row; code: string }) {
  const item = row.shown?.find(i => i?.code === code)
  if (!item) return <>—</>
  const state = item.pass ? 'met' : item.blocking ? 'missed' : 'warned'
  const Icon = { met: Check, missed: X, warned: TriangleAlert }[state]
  const label = { met: t('达标'), missed: t('没有通过'), warned: t('提醒') }[state]
  return (
    <span className={style.item} data-state={state} title={[item.need, item.actual].filter(Boolean).join(' · ') || undefined}>
      <Icon size={14} aria-label={label} />
      {item.pass ? null : <span className={style.actual}>{item.actual}</span>}
    </span>
  )
}
