import { useMemo } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatNumber } from '#web/values/format.ts'
import { holidayBoard } from '../model/closing-actions.ts'
import style from './holiday.module.css'

type Data = AnswerOf<typeof holidayBoard>
const COLUMNS = ['residents', 'unanswered', 'staying', 'leaving', 'left', 'back'] as const
const LABELS = { residents: '在住', unanswered: '未登记', staying: '留校', leaving: '要离校', left: '已离校', back: '已返校' } as const
const MOST = 300

/** A holiday by class and building, live. */
export function Board({ planId, onOpen }: { planId: string; onOpen: (dormId: string) => void }) {
  const read = useRead(holidayBoard, { planId }, { every: 30_000 })
  const { data } = read
  if (!data) return <Loading of={read} lines={12} />
  if (!data.residents) return <Empty title={t('你的数据范围内没有住宿学生')} />
  return (
    <>
      <p className={style.say}>{sentenceOf(data)}</p>
      <Figures label={t('人数')}>
        {COLUMNS.map(key => (
          <Figure key={key} label={t(LABELS[key])} value={data[key]} />
        ))}
      </Figures>
      <Table title={t('按楼栋')} first={t('楼栋')} rows={data.dorms.flatMap(d => (d ? [{ ...d, id: d.dormId }] : []))} onOpen={onOpen} />
      <Classes data={data} />
    </>
  )
}
/** Status sentence. */
function sentenceOf(data: Data): string {
  const span = t('{{from}} 至 {{to}}', { from: formatDate(data.holidayFrom), to: formatDate(data.holidayTo) })
  if (data.unanswered) return t('{{span}}，还有 {{n}} 人没有登记', { span, n: formatNumber(data.unanswered) })
  const here = data.leaving - data.left
  return here ? t('{{span}}，全部登记，{{n}} 人还没有离校', { span, n: formatNumber(here) }) : t('{{span}}，全部登记，要离校的都已离校', { span })
}
/** Classes with most missing answers first. */
function Classes({ data }: { data: Data }) {
  const rows = useMemo(
    () =>
      data.byClass
        .flatMap(c => (c ? [{ ...c, id: c.classId }] : []))
        .sort((a, b) => b.unanswered - a.unanswered || a.label.localeCompare(b.label, 'zh'))
        .slice(0, MOST),
    [data],
  )
  return <Table title={t('按班级')} first={t('班级')} rows={rows} />
}
type Row = Record<(typeof COLUMNS)[number], number> & { id: string; label: string }
const Table = ({ title, first, rows, onOpen }: { title: string; first: string; rows: readonly Row[]; onOpen?: (id: string) => void }) => (
  <Sheet title={title} className={style.card}>
    <PlainTable
      label={title}
      rows={rows}
      keyOf={r => r.id}
      columns={[
        [
          first,
          r =>
            onOpen ? (
              <button type="button" className="ql-link" onClick={() => onOpen(r.id)}>
                {r.label}
              </button>
            ) : (
              r.label
            ),
        ],
        ...COLUMNS.map(key => [t(LABELS[key]), (r: Row) => <span className={key === 'unanswered' && r[key] ? style.late : undefined}>{r[key]}</span>] as const),
      ]}
    />
  </Sheet>
)
