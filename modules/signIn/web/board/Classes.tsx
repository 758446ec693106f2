import { Segmented } from 'antd'
import { useState } from 'react'
import { percentOf } from '#model/percent.ts'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'
import type { board } from '../../model/read-actions.ts'
import style from '../sign.module.css'
import { Roster } from './Roster.tsx'

type Data = AnswerOf<typeof board>
type InClass = Data['classes'][number]
const missing = (c: InClass): number => c.pending + c.absent
/** Counts by class; the one with most missing is open. */
export function Classes({ data }: { data: Data }) {
  const classes = data.classes.toSorted((a, b) => missing(b) - missing(a) || a.label.localeCompare(b.label))
  const [chosen, choose] = useState<string | null>()
  const [isAll, setAll] = useState(false)
  const current = classes.find(c => c.classId === chosen) ?? classes[0]
  return (
    <div className={classes.length > 1 ? style.two : style.one}>
      {classes.length > 1 ? (
        <Sheet title={t('按班级')} className={style.classes}>
          {classes.map(c => (
            <ClassRow key={c.classId ?? ''} of={c} isCurrent={c === current} onChoose={() => choose(c.classId)} />
          ))}
        </Sheet>
      ) : null}
      {current ? (
        <Sheet
          title={current.label}
          actions={
            <Segmented
              value={isAll ? 'all' : 'missing'}
              options={[
                { value: 'missing', label: t('还缺 {{n}} 人', { n: formatNumber(missing(current)) }) },
                { value: 'all', label: t('全部 {{n}} 人', { n: formatNumber(current.total) }) },
              ]}
              onChange={next => setAll(next === 'all')}
            />
          }
          className={style.seats}
        >
          <Roster
            occurrenceId={data.occurrenceId}
            {...(current.classId ? { classId: current.classId } : {})}
            isAll={isAll}
            isOver={data.state === 'closed' || data.state === 'settled'}
            version={`${current.pending} ${current.absent} ${current.excused} ${current.voided} ${current.signed} ${current.late}`}
          />
        </Sheet>
      ) : null}
    </div>
  )
}
function ClassRow({ of, isCurrent, onChoose }: { of: InClass; isCurrent: boolean; onChoose: () => void }) {
  const { expected: asked, answered: present } = of
  return (
    <button type="button" className={style.class} aria-pressed={isCurrent} onClick={onChoose}>
      <span>{of.label}</span>
      <span>
        {formatNumber(present)}/{formatNumber(asked)}
      </span>
      <i className={style.bar} aria-hidden="true">
        <i style={{ width: `${percentOf(of.signed + of.madeUp, asked) ?? 0}%` }} />
        <i className={style.late} style={{ width: `${percentOf(of.late, asked) ?? 0}%` }} />
      </i>
    </button>
  )
}
