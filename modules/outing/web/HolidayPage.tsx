import { DoorOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { TaskPage } from '#modules/workflow/tasks/web/public/TaskPage.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useCan } from '#web/session/useCan.ts'
import { CLOSE_RULES, holidayDestination, holidayPlan, planActions, planPreview } from '../model/holiday.ts'
import { destinationBack } from '../model/holiday-actions.ts'
import { CloseRulesInput } from './CloseRulesInput.tsx'
import { HolidayBoard } from './HolidayBoard.tsx'

/** 外出管理 → 节假日去向: overview, answers and plans. */
export default function HolidayPage() {
  return (
    <TaskPage
      title={t('节假日去向#many')}
      processType="holidayPlan"
      round={t('假期')}
      nothing={t('还没有发布过假期')}
      board={id => <HolidayBoard key={id} planId={id} />}
      answers={(id, heading) => <Answers key={id} planId={id} {...heading} />}
      of={holidayPlan}
      actions={planActions}
      qualify={planPreview}
      columns={[
        { key: 'holidayFrom', width: 120 },
        { key: 'holidayTo', width: 120 },
      ]}
      fields={[
        { title: '假期', fields: ['kind', 'holidayFrom', 'holidayTo', 'stayAllowed', { field: 'stayNeedsApproval', when: v => v.stayAllowed !== false }] },
        {
          title: '留校与关楼',
          fields: [
            { field: 'stayReasons', when: v => v.stayAllowed !== false && v.stayNeedsApproval === true },
            { field: 'closeRules', render: props => <CloseRulesInput {...props} /> },
          ],
        },
      ]}
      initial={{ audience: { roles: ['student'] }, kind: 'short', stayAllowed: true, closeRules: CLOSE_RULES }}
    />
  )
}
function Answers({ planId, views, toolbar }: { planId: string; views: ReactNode; toolbar: ReactNode }) {
  const mayClose = useCan(destinationBack.permission)
  const away = (row: { choice: string; backAt: string | null }): boolean => row.choice !== 'stay' && !row.backAt
  return (
    <EntityTable<typeof holidayDestination>
      of={holidayDestination}
      title={t('节假日去向#many')}
      views={views}
      toolbar={toolbar}
      where={{ planId }}
      columns={[
        { key: 'studentId', title: t('学生'), width: 120, align: 'left' },
        { key: 'choice', width: 90 },
        { key: 'studentNo', hidden: true },
        { key: 'classId', width: 128 },
        { key: 'region', width: 200 },
        { key: 'leaveAt', width: 170 },
        { key: 'backPlanned', width: 170 },
        { key: 'transport', width: 110 },
        { key: 'tripNo', width: 110 },
        'contactPhone',
        { key: 'backAt', width: 140 },
        { key: 'changedAfterAt', hidden: true },
        { key: 'address', hidden: true },
      ]}
      filters={['studentId', collegeFilter, 'classId', 'choice', 'transport', 'leaveAt']}
      rowActions={row => (away(row) ? backButton([row.id]) : null)}
      {...(mayClose
        ? {
            batchActions: (rows: ReadonlyArray<{ id: string; choice: string; backAt: string | null }>) => {
              const chosen = rows.filter(away).map(r => r.id)
              return chosen.length ? backButton(chosen) : null
            },
          }
        : {})}
    />
  )
}
const backButton = (ids: string[]) => (
  <FormButton of={destinationBack} input={{ ids }} icon={<DoorOpen size={15} />} note={t('登记 {{n}} 人返校；不填时间为现在。', { n: ids.length })}>
    {t('登记返校')}
  </FormButton>
)
