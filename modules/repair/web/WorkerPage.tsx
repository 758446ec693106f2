import { WeekSpans, weekSpansText } from '#web/forms/WeekSpans.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { repairSkill, repairTeam } from '../model/workers.ts'

/** 维修人员: who repairs what, where and when; and the teams. */
export default function WorkerPage() {
  const views = useView({ skills: '维修人员#many', teams: '维修班组#many' })
  const { view } = views
  return view === 'skills' ? (
    <EntityTable<typeof repairSkill>
      of={repairSkill}
      views={views}
      columns={[
        { key: 'repairerId', align: 'left' },
        { key: 'shifts', title: '当班时间', width: 260, align: 'left', render: row => (row.shifts?.length ? weekSpansText(row.shifts) : t('随时')) },
        'openCount',
        'maxOpen',
        'isEnabled',
      ]}
      filters={['isEnabled']}
      form={{
        size: 720,
        layout: ['repairerId', 'typeIds', 'dormIds', { field: 'shifts', render: props => <WeekSpans {...props} /> }, 'maxOpen', 'isEnabled'],
      }}
    />
  ) : (
    <EntityTable<typeof repairTeam>
      of={repairTeam}
      views={views}
      columns={['code', 'name', 'leaderId', { key: 'memberIds', title: '成员', render: row => row.memberIds?.length ?? 0 }, 'isEnabled']}
      form={{
        layout: ['code', 'name', 'leaderId', 'memberIds', 'isEnabled'],
      }}
    />
  )
}
