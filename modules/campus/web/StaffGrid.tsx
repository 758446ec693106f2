import { Button, Checkbox, Input, Select } from 'antd'
import { Search } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { permissionKey } from '#model'
import { schoolDate } from '#model/school-time.ts'
import { Loading } from '#web/feedback/Loaded.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { LayoutOf } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect, useSettled } from '#web/inputs/RefSelect.tsx'
import { ListFrame } from '#web/records/frames.tsx'
import { EntityForm } from '#web/records/lazy-dialogs.ts'
import { useFillHeight } from '#web/records/useFillHeight.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { classStaff } from '../model/people.ts'
import { classesWithoutFdy, closeClassStaff, staffAsOf } from '../model/people-actions.ts'
import { AsOf } from './AsOf.tsx'
import style from './campus.module.css'
import { GRADES } from './grades.ts'
import { actsOf, StaffRows } from './StaffRows.tsx'

export const LAYOUT: LayoutOf<typeof classStaff> = [
  { fields: ['role', 'classId', 'teacherId', 'isPrimary'] },
  { title: '起止', fields: ['startDate', 'endDate', 'docNo', 'reason'] },
]

interface Filters {
  grade?: number
  departmentId?: string
  withoutFdy?: boolean
  overRatio?: boolean
}
/** Class × staff on a given day. */
export function StaffGrid({ onHandOver }: { onHandOver: ((initial: Readonly<Record<string, unknown>>) => void) | undefined }) {
  const [on, setOn] = useState(schoolDate(Date.now()))
  const [filters, setFilters] = useState<Filters>({})
  const [word, setWord] = useState('')
  const [adding, setAdding] = useState<{ classId: string; role: 'fdy' | 'bzr' }>()
  const [ending, setEnding] = useState<{ id: string; name: string }>()
  const mayAdd = useCan(permissionKey(classStaff, 'add'))
  const keyword = useSettled(word.trim(), 250)
  const day = useSettled(on, 150)
  const rows = useRead(staffAsOf, { on: day, ...filters, ...(keyword ? { keyword } : {}) }, { keeps: true })
  const sheet = useRef<HTMLDivElement>(null)
  useFillHeight(sheet, !useNarrow())
  const change = (next: Filters) => setFilters(now => ({ ...now, ...next }))
  return (
    <>
      <Lacking onShow={() => change({ withoutFdy: true })} />
      <ListFrame ref={sheet}>
        <AsOf value={on} onChange={setOn} />
        <div className="ql-filters">
          <div className={`ql-filter-row ${style.filters}`}>
            <Input
              className="ql-filter ql-keyword"
              allowClear
              prefix={<Search size={15} />}
              placeholder={t('班级、班号、老师')}
              aria-label={t('班级、班号、老师')}
              value={word}
              onChange={e => setWord(e.target.value)}
            />
            <Select
              className="ql-filter"
              allowClear
              placeholder={t('年级')}
              aria-label={t('年级')}
              options={GRADES}
              value={filters.grade ? String(filters.grade) : null}
              onChange={v => setFilters(({ grade: _gone, ...rest }) => (v ? { ...rest, grade: Number(v) } : rest))}
            />
            <RefSelect
              className="ql-filter"
              to="department"
              where={{ deptType: '1' }}
              placeholder={t('院系')}
              aria-label={t('院系')}
              value={filters.departmentId ?? null}
              onChange={id => setFilters(({ departmentId: _gone, ...rest }) => (id ? { ...rest, departmentId: id } : rest))}
            />
            <Checkbox checked={filters.withoutFdy === true} onChange={e => change({ withoutFdy: e.target.checked })}>
              {t('没有辅导员')}
            </Checkbox>
            <Checkbox checked={filters.overRatio === true} onChange={e => change({ overRatio: e.target.checked })}>
              {t('超师生比')}
            </Checkbox>
          </div>
          <div className="ql-conditions">
            <span role="status">{rows.data ? t('共 {{total}} 个班', { total: rows.data.length }) : null}</span>
          </div>
        </div>
        {rows.error && !rows.data ? (
          <Loading of={rows} />
        ) : (
          <StaffRows
            rows={rows.data}
            isLoading={rows.isPending}
            {...(mayAdd || onHandOver ? { acts: row => actsOf(row, mayAdd ? setAdding : undefined, onHandOver, onHandOver && setEnding) } : {})}
          />
        )}
      </ListFrame>
      <Suspense>{adding ? <EntityForm of={classStaff} layout={LAYOUT} initial={adding} onClose={() => setAdding(undefined)} /> : null}</Suspense>
      {ending ? (
        <ActionForm
          of={closeClassStaff}
          title={t('{{name}}不再带班', { name: ending.name })}
          input={{ id: ending.id }}
          initial={{ endDate: schoolDate(Date.now()) }}
          onClose={() => setEnding(undefined)}
        />
      ) : null}
    </>
  )
}
/** BR7: classes without a counsellor. */
function Lacking({ onShow }: { onShow: () => void }) {
  const { data } = useRead(classesWithoutFdy, {})
  if (!data?.length) return null
  return (
    <div className={style.notice} role="status">
      <span>
        {t('{{n}} 个在读班级没有辅导员：{{names}}', {
          n: data.length,
          names:
            data
              .slice(0, 3)
              .map(c => c.name)
              .join(t('、')) + (data.length > 3 ? '…' : ''),
        })}
      </span>
      <Button size="small" onClick={onShow}>
        {t('查看')}
      </Button>
    </div>
  )
}
