import { useState } from 'react'
import { Link } from 'react-router'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { State } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { useRead } from '#web/records/useRead.ts'
import { classSizes, completenessByClass, SIZE_VERDICTS } from '../../model/statistics.ts'
import { Count } from './Count.tsx'
import { ExportTable } from './ExportTable.tsx'
import style from './statistics.module.css'

const SIZE_TONES = { over: 'refused', large: 'attention', small: 'waiting' } as const

/** Classes by completeness of records today, worst first. */
export function CompletenessTable() {
  const [departmentId, setDepartment] = useState<string | null>(null)
  const read = useRead(completenessByClass, departmentId ? { departmentId } : {})
  return (
    <>
      <div className={style.statChoose}>
        <RefSelect to="department" where={{ deptType: '1' }} value={departmentId} onChange={setDepartment} placeholder={t('全部院系')} aria-label={t('院系')} />
        <span className="ql-quiet">{t('按现在的记录计算，最不完整的班在前')}</span>
        <ExportTable table="completeness" query={departmentId ? { departmentId } : {}} />
      </div>
      <Loaded of={read} lines={8} empty={data => (data.length ? undefined : t('没有在籍学生的班级'))}>
        {data => (
          <PlainTable
            isLong
            key={departmentId}
            label={t('信息完整度')}
            rows={data}
            keyOf={r => r.classId ?? ''}
            columns={[
              [t('班级'), r => r.className ?? '—', { isHead: true }],
              [t('院系'), r => r.departmentName ?? '—'],
              [t('年级'), r => r.grade ?? '—'],
              [t('人数'), r => r.count],
              [t('不完整'), r => <Lacking classId={r.classId ?? ''} n={(r.count ?? 0) - (r.complete ?? 0)} />],
              [t('平均完整度'), r => <Bar n={r.average ?? 0} />],
              [t('最低'), r => `${r.lowest ?? 0}%`],
            ]}
          />
        )}
      </Loaded>
    </>
  )
}
const Lacking = ({ classId, n }: { classId: string; n: number }) =>
  n ? <Link to={`/student/students?view=incomplete&classId=${classId}`}>{t('{{n}} 人', { n })}</Link> : <span className={style.statZero}>0</span>
const Bar = ({ n }: { n: number }) => (
  <span className={style.statBar}>
    <i aria-hidden="true">
      <i style={{ width: `${n}%` }} className={n < 90 ? style.statLow : undefined} />
    </i>
    {n}%
  </span>
)
/** Classes above capacity or far from their grade's median. */
export function SizesTable({ asOf }: { asOf: string }) {
  const read = useRead(classSizes, { asOf })
  return (
    <Loaded of={read} lines={8} empty={data => (data.length ? undefined : t('没有班额异常的班级'))}>
      {data => (
        <>
          <div className={style.statChoose}>
            <span className="ql-quiet">{t('{{n}} 个班超过容量，或与同年级中位数相差四成以上', { n: data.length })}</span>
            <ExportTable table="sizes" query={{ asOf }} />
          </div>
          <PlainTable
            isLong
            label={t('班额异常')}
            rows={data}
            keyOf={r => r.classId ?? ''}
            columns={[
              [t('班级'), r => r.className ?? '—', { isHead: true }],
              [t('院系'), r => r.departmentName ?? '—'],
              [t('年级'), r => r.grade ?? '—'],
              [t('人数'), r => <Count n={r.count} title={r.className ?? ''} ask={{ asOf, class: r.classId ?? '' }} />],
              [t('容量'), r => r.capacity ?? '—'],
              [t('同年级中位数'), r => r.median ?? '—'],
              [t('判断'), r => (r.verdict ? <State tone={SIZE_TONES[r.verdict]}>{t(SIZE_VERDICTS[r.verdict])}</State> : '—')],
            ]}
          />
        </>
      )}
    </Loaded>
  )
}
