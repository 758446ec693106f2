import { useState } from 'react'
import { Link } from 'react-router'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { State } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { useRead } from '#web/records/useRead.ts'
import { classSizes, completenessByClass, SIZE_VERDICTS } from '../../model/statistics.ts'
import { Count } from './Count.tsx'
import { ExportTable } from './ExportTable.tsx'
import { FigureTable } from './FigureTable.tsx'

const SIZE_TONES = { over: 'refused', large: 'attention', small: 'waiting' } as const

/** Classes by completeness of records today, worst first. */
export function CompletenessTable() {
  const [departmentId, setDepartment] = useState<string | null>(null)
  const read = useRead(completenessByClass, departmentId ? { departmentId } : {})
  return (
    <>
      <div className="stat-choose">
        <RefSelect to="department" where={{ deptType: '1' }} value={departmentId} onChange={setDepartment} placeholder={t('全部院系')} aria-label={t('院系')} />
        <span className="ql-quiet">{t('按现在的记录计算，最不完整的班在前')}</span>
        <ExportTable table="completeness" query={departmentId ? { departmentId } : {}} />
      </div>
      <Loaded of={read} lines={8} empty={data => (data.length ? undefined : t('没有在籍学生的班级'))}>
        {data => (
          <FigureTable
            key={departmentId}
            label={t('信息完整度')}
            rows={data}
            rowKey={r => r.classId ?? ''}
            columns={[
              { key: 'class', title: t('班级'), isText: true, render: r => r.className ?? '—' },
              { key: 'college', title: t('院系'), render: r => r.departmentName ?? '—' },
              { key: 'grade', title: t('年级'), render: r => r.grade ?? '—' },
              { key: 'count', title: t('人数'), render: r => r.count },
              { key: 'lacking', title: t('不完整'), render: r => <Lacking classId={r.classId ?? ''} n={(r.count ?? 0) - (r.complete ?? 0)} /> },
              { key: 'average', title: t('平均完整度'), render: r => <Bar n={r.average ?? 0} /> },
              { key: 'lowest', title: t('最低'), render: r => `${r.lowest ?? 0}%` },
            ]}
          />
        )}
      </Loaded>
    </>
  )
}
const Lacking = ({ classId, n }: { classId: string; n: number }) =>
  n ? <Link to={`/student/students?view=incomplete&classId=${classId}`}>{t('{{n}} 人', { n })}</Link> : <span className="stat-zero">0</span>
const Bar = ({ n }: { n: number }) => (
  <span className="stat-bar">
    <i aria-hidden="true">
      <i style={{ width: `${n}%` }} className={n < 90 ? 'stat-low' : undefined} />
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
          <div className="stat-choose">
            <span className="ql-quiet">{t('{{n}} 个班超过容量，或与同年级中位数相差四成以上', { n: data.length })}</span>
            <ExportTable table="sizes" query={{ asOf }} />
          </div>
          <FigureTable
            label={t('班额异常')}
            rows={data}
            rowKey={r => r.classId ?? ''}
            columns={[
              { key: 'class', title: t('班级'), isText: true, render: r => r.className ?? '—' },
              { key: 'college', title: t('院系'), render: r => r.departmentName ?? '—' },
              { key: 'grade', title: t('年级'), render: r => r.grade ?? '—' },
              { key: 'count', title: t('人数'), render: r => <Count n={r.count} title={r.className ?? ''} ask={{ asOf, class: r.classId ?? '' }} /> },
              { key: 'capacity', title: t('容量'), render: r => r.capacity ?? '—' },
              { key: 'median', title: t('同年级中位数'), render: r => r.median ?? '—' },
              { key: 'verdict', title: t('判断'), render: r => (r.verdict ? <State tone={SIZE_TONES[r.verdict]}>{t(SIZE_VERDICTS[r.verdict])}</State> : '—') },
            ]}
          />
        </>
      )}
    </Loaded>
  )
}
