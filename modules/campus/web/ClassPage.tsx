import { Button } from 'antd'
import { CopyPlus, Layers } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { RowResults } from '#web/feedback/RowResults.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import type { LayoutOf } from '#web/forms/layout.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useCan } from '#web/session/useCan.ts'
import { stuClass } from '../model/organisation.ts'
import { endClasses, generateClasses, startClasses } from '../model/organisation-actions.ts'
import { collegeFilter, gradeFilter } from './grades.ts'

const BatchPanel = lazily(() => import('./ClassPlans.tsx').then(m => ({ default: m.BatchPanel })))
const CopyPanel = lazily(() => import('./ClassPlans.tsx').then(m => ({ default: m.CopyPanel })))
const LAYOUT: LayoutOf<typeof stuClass> = [{ fields: ['classNo', 'name', 'gradeMajorId', 'campusId', 'capacity'] }, { title: '起止', fields: ['startDate', 'expectedEnd'] }]

interface Ended {
  answer: AnswerOf<typeof endClasses>
  names: ReadonlyMap<string, string>
}
/** Classes in scope with today's counsellors and head teachers. */
export default function ClassPage() {
  const [panel, setPanel] = useState<'batch' | 'copy'>()
  const [ended, setEnded] = useState<Ended>()
  const mayGenerate = useCan(generateClasses.permission)
  const close = () => setPanel(undefined)
  return (
    <>
      <EntityTable
        of={stuClass}
        columns={[
          { key: 'name', width: 160 },
          { key: 'classNo', width: 116 },
          { key: 'grade', width: 84 },
          { key: 'majorId', width: 156 },
          'departmentId',
          { key: 'campusId', width: 100 },
          { key: 'fdyName', width: 100 },
          { key: 'bzrName', width: 100 },
          { key: 'studentCount', title: '人数/容量', width: 96, render: row => <Filling count={row.studentCount} capacity={row.capacity} /> },
          { key: 'state', width: 100 },
        ]}
        filters={[gradeFilter, collegeFilter, { field: 'majorId', where: f => ({ departmentId: f.departmentId }) }, 'campusId', 'state']}
        form={{ layout: LAYOUT }}
        toolbar={
          mayGenerate ? (
            <>
              <Button icon={<Layers size={15} />} onClick={() => setPanel('batch')}>
                {t('批量生成')}
              </Button>
              <Button icon={<CopyPlus size={15} />} onClick={() => setPanel('copy')}>
                {t('复制上一届')}
              </Button>
            </>
          ) : null
        }
        batchActions={(rows, clear) => (
          <>
            {rows.some(r => r.state === 'planned') ? <ActionButton of={startClasses} input={{ ids: rows.map(r => r.id) }} onDone={clear} /> : null}
            <ActionButton
              of={endClasses}
              input={{ ids: rows.map(r => r.id) }}
              confirm={t('结束 {{n}} 个班后，带班关系同时结束，班级不再出现在选择框里。还有学生在读、休学或保留学籍的班不会结束。', { n: rows.length })}
              danger
              done={false}
              onDone={answer => {
                setEnded({ answer, names: new Map(rows.map(r => [r.id, r.name])) })
                clear()
              }}
            >
              {t('结束 {{n}} 个班', { n: rows.length })}
            </ActionButton>
          </>
        )}
      />
      <Suspense>
        {panel === 'batch' ? <BatchPanel onClose={close} /> : null}
        {panel === 'copy' ? <CopyPanel onClose={close} /> : null}
      </Suspense>
      <Dialog open={ended !== undefined} title={t('结束班级的结果')} onClose={() => setEnded(undefined)}>
        {ended ? <EndedRows {...ended} /> : null}
      </Dialog>
    </>
  )
}
function EndedRows({ answer, names }: Ended) {
  const failed = new Map((answer.failed ?? []).flatMap(f => (f ? [[f.id, f.msg] as const] : [])))
  return (
    <RowResults
      rows={[...names].map(([key, name]) => ({ key, name, isDone: !failed.has(key), ...(failed.has(key) ? { note: failed.get(key) ?? '' } : {}) }))}
      done={t('已结束')}
      failed={t('未结束')}
    />
  )
}
/** 38/45; highlighted above capacity. */
const Filling = ({ count, capacity }: { count: number | null; capacity: number }) => (
  <span style={(count ?? 0) > capacity ? { color: 'var(--ql-ochre-text)', fontWeight: 600 } : undefined}>
    {count ?? 0}/{capacity}
  </span>
)
