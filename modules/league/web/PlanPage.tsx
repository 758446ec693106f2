import { useState } from 'react'
import { RoundTable } from '#modules/workflow/rounds/web/public/RoundTable.tsx'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { leagueFeePlan, planActions } from '../model/plan.ts'
import { PlanPanel } from './PlanPanel.tsx'
import { StandardsInput } from './StandardsInput.tsx'

/** 团费管理 → 收缴计划: the fees of some months. Opened, a plan says what it charges whom. */
export default function PlanPage() {
  const [open, setOpen] = useState<Shown<typeof leagueFeePlan>>()
  return (
    <>
      <RoundTable<typeof leagueFeePlan>
        of={leagueFeePlan}
        title={t('收缴计划#many')}
        actions={planActions}
        columns={[
          { key: 'fromMonth', width: 120 },
          { key: 'months', width: 80 },
          { key: 'dueDate', width: 120 },
          { key: 'feesState', width: 100 },
          { key: 'heads', width: 90 },
          { key: 'total', width: 120 },
        ]}
        fields={[{ title: '团费', fields: ['fromMonth', 'months', { field: 'standards', render: props => <StandardsInput {...props} /> }, 'dueDate', 'merchantId'] }]}
        initial={{ audience: { roles: ['student'] }, months: 6, standards: [] }}
        onOpen={setOpen}
      />
      {open ? <PlanPanel plan={open} onClose={() => setOpen(undefined)} /> : null}
    </>
  )
}
