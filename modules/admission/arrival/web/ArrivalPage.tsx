import { BadgeCheck } from 'lucide-react'
import { admittedStudent } from '#modules/admission/roll/model/admitted-student.ts'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { notify } from '#web/http/notices.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { enrolBatch, reviewArrival } from '../model/actions.ts'

const VIEWS = {
  due: { label: '待初审', where: { state: ['imported', 'intended', 'late', 'arrived'] } },
  reviewed: { label: '待办理入学', where: { state: 'reviewed' } },
  enrolled: { label: '已入学', where: { state: 'enrolled' } },
} as const

/** 录取与入学 → 报到初审: letter, document and archive on arrival; then the college enrols its new students. */
export default function ArrivalPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof admittedStudent>
      of={admittedStudent}
      title={t('报到初审')}
      views={views}
      verbs={[]}
      columns={[
        { key: 'ksh', width: 150 },
        { key: 'name', width: 110, align: 'left' },
        { key: 'gradeMajorId', width: 200, align: 'left' },
        { key: 'state', width: 120 },
        { key: 'hasLetter', width: 100 },
        { key: 'hasIdDocument', width: 100 },
        { key: 'hasArchive', width: 80 },
        { key: 'reviewNote', width: 200, align: 'left' },
        { key: 'arrivedAt', width: 150 },
        { key: 'lateUntil', width: 110 },
        { key: 'enrolledOn', width: 110, hidden: views.view !== 'enrolled' },
      ]}
      facts={['ksh', 'gradeMajorId', 'reviewNote']}
      filters={['year', 'departmentId', 'gradeMajorId', 'arrivedAt']}
      rowActions={row =>
        views.view === 'enrolled'
          ? []
          : [
              <FormButton
                key="review"
                of={reviewArrival}
                input={{ id: row.id }}
                initial={{ hasLetter: row.hasLetter ?? false, hasIdDocument: row.hasIdDocument ?? false, hasArchive: row.hasArchive ?? false, note: row.reviewNote ?? null }}
                note={t('三项都有才算初审通过；缺的可以补交。')}
              />,
            ]
      }
      batchActions={(rows, clear) =>
        views.view === 'reviewed' ? (
          <ActionButton
            of={enrolBatch}
            input={{ ids: rows.map(r => r.id) }}
            changes={['student']}
            icon={<BadgeCheck size={15} />}
            confirm={t('为 {{n}} 名新生办理入学，学籍变为在读', { n: rows.length })}
            done={false}
            onDone={({ enrolled, blocked }) => {
              clear()
              if (enrolled) notify.success(t('{{n}} 人已入学', { n: enrolled }))
              for (const one of blocked) if (one) notify.warning(t('{{name}}没有办理：{{why}}', { name: one.name, why: one.why }))
            }}
          />
        ) : null
      }
    />
  )
}
