import type { ReactNode } from 'react'
import { RoundTable } from '#modules/workflow/rounds/web/public/RoundTable.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { type CIVILISED_STAGES, civilisedQualifyActions, civilisedQuotaActions, civilisedRoom, civilisedRound, civilisedRoundActions, civilisedStages } from '../model/civilised.ts'
import { publiciseCivilised } from '../model/civilised-actions.ts'

const TABS = { rooms: '房间', rounds: '评选' } as const

/** 宿舍管理 → 文明寝室: applications and rounds. */
export default function CivilisedPage() {
  const mayRounds = useCan('dormitory:civilisedRound:list')
  const mayRooms = useCan('dormitory:civilisedRoom:list')
  const shown = useView(TABS, { param: 'tab', may: tab => (tab === 'rounds' ? mayRounds : mayRooms) })
  const views = shown.codes.length > 1 ? <ViewSwitch of={shown} /> : null
  return shown.view === 'rounds' ? <Rounds views={views} /> : <Rooms views={views} mayRounds={mayRounds} />
}
const Rooms = ({ views, mayRounds }: { views: ReactNode; mayRounds: boolean }) => (
  <EntityTable<typeof civilisedRoom>
    of={civilisedRoom}
    title={t('文明寝室#many')}
    views={views}
    verbs={['export']}
    columns={[
      { key: 'roomId', width: 210, align: 'left' },
      { key: 'roundId', width: 220 },
      { key: 'departmentId', width: 180 },
      { key: 'classId', width: 140 },
      { key: 'mean', width: 100 },
      { key: 'lowest', width: 100 },
      { key: 'checks', hidden: true },
      { key: 'studentId', title: '申报人', width: 110 },
      { key: 'state', width: 120 },
      { key: 'stateNote', hidden: true },
    ]}
    filters={[...(mayRounds ? ['roundId'] : []), 'departmentId', 'state', ...(useCan('dormitory:dormBuilding:list') ? ['dormId'] : [])]}
    rowActions={row => (row.state === 'awarded' ? [<PrintButton key="plate" of={civilisedRoom} template="civilisedPlate" label="门牌" ids={[row.id]} />] : [])}
    batchActions={rows => <PrintButton of={civilisedRoom} template="civilisedPlate" label="门牌" ids={rows.filter(r => r.state === 'awarded').map(r => r.id)} />}
  />
)
const Rounds = ({ views }: { views: ReactNode }) => (
  <RoundTable<typeof civilisedRound>
    title={t('文明寝室#many')}
    views={views}
    of={civilisedRound}
    actions={civilisedRoundActions}
    quota={civilisedQuotaActions}
    qualify={civilisedQualifyActions}
    columns={[
      { key: 'stage', width: 150, render: row => <Stage row={row} /> },
      { key: 'appliedCount', width: 80 },
      { key: 'awardedCount', width: 150, render: row => (row.awardedCount ? <PrintButton of={civilisedRound} template="civilisedList" label="红榜" ids={[row.id]} /> : '—') },
      { key: 'quotaPercent', hidden: true },
    ]}
    fields={[
      { title: '条件', fields: ['from', 'to', 'minMean', 'minSingle', 'quotaPercent', 'atEnd'] },
      { title: '公示', fields: ['noticeLevel', 'noticeWorkdays', 'noticeColumns'] },
    ]}
    initial={{
      audience: { roles: ['student'] },
      minMean: 90,
      minSingle: 75,
      quotaPercent: 15,
      atEnd: 'stay',
      noticeLevel: 'school',
      noticeColumns: ['name', 'college', 'className', 'item'],
    }}
  />
)
/** The next action of an ended round is shown in place of its stage. */
function Stage({ row }: { row: { id: string; stage: keyof typeof CIVILISED_STAGES; phase: string | null; name: string } }) {
  if (row.stage === 'applying' && row.phase === 'closed')
    return (
      <ActionButton
        of={publiciseCivilised}
        input={{ id: row.id }}
        changes={['civilisedRoom']}
        confirm={t('“{{name}}”里审批通过的房间都会公示，学生可以提出异议。', { name: row.name })}
      />
    )
  return <StateTag of={civilisedStages} state={row.stage} />
}
