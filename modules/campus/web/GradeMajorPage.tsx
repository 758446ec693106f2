import { ArrowRightLeft } from 'lucide-react'
import { useState } from 'react'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import type { LayoutOf } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useCan } from '#web/session/useCan.ts'
import { gradeMajor } from '../model/organisation.ts'
import { moveGradeMajors, previewMove } from '../model/organisation-actions.ts'
import { collegeFilter, gradeFilter } from './grades.ts'
import { PreviewPanel } from './public/PreviewPanel.tsx'

const LAYOUT: LayoutOf<typeof gradeMajor> = [
  { fields: ['grade', 'majorId', { field: 'departmentId', where: () => ({ deptType: '1' }) }, 'campusId'] },
  { title: '培养', fields: ['level', 'duration', 'planned', 'programmeCode'] },
]
const MOVE = [{ field: 'departmentId', where: () => ({ deptType: '1' }) }]

/** Grade-majors. Moving a major affects later entry years only; existing grade-majors are moved here (BO4). */
export default function GradeMajorPage() {
  const [moving, setMoving] = useState<{ ids: string[]; clear: () => void }>()
  const mayMove = useCan(moveGradeMajors.permission)
  return (
    <>
      <EntityTable
        of={gradeMajor}
        columns={['name', 'grade', 'majorId', 'departmentId', 'campusId', 'level', 'duration', 'planned', 'programmeCode']}
        filters={[gradeFilter, collegeFilter, { field: 'majorId', where: f => ({ departmentId: f.departmentId }) }, 'campusId', 'level']}
        form={{ layout: LAYOUT }}
        batchActions={(rows, clear) =>
          mayMove ? (
            <PlacedButton icon={<ArrowRightLeft size={15} />} onClick={() => setMoving({ ids: rows.map(r => r.id), clear })}>
              {t('划转')}
            </PlacedButton>
          ) : null
        }
      />
      {moving ? (
        <PreviewPanel
          title={t('划转 {{n}} 个年级专业', { n: moving.ids.length })}
          preview={previewMove}
          of={moveGradeMajors}
          layout={MOVE}
          input={{ gradeMajorIds: moving.ids }}
          size={480}
          changes={['stuClass', 'student']}
          note={<p className="ql-help">{t('班级和学生的院系一起改，要么全部改成，要么都不改。')}</p>}
          show={found => (
            <>
              <p>
                {t('从 {{from}} 划出 {{n}} 个年级专业，带走 {{classes}} 个班、{{students}} 名学生', {
                  from: found.from?.join(t('、')),
                  n: found.gradeMajors?.length,
                  classes: found.classes,
                  students: found.students,
                })}
              </p>
              <p className="ql-quiet">{found.gradeMajors?.join(t('、'))}</p>
            </>
          )}
          verb={found => t('划转 {{n}} 个年级专业', { n: found.gradeMajors?.length ?? 0 })}
          onClose={() => {
            setMoving(undefined)
            moving.clear()
          }}
        />
      ) : null}
    </>
  )
}
