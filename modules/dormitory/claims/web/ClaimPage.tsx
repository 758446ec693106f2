import { Select } from 'antd'
import type { ReactNode } from 'react'
import { RoundTable } from '#modules/workflow/rounds/web/public/RoundTable.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { State } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { RESULT_NAMES } from '../model/refusals.ts'
import { claimLog, claimRound, claimRoundActions, claimTeam } from '../model/round.ts'
import { staffRounds } from '../model/staff-actions.ts'
import { ClaimBoard } from './Board.tsx'
import style from './claim.module.css'
import { PoolInput } from './PoolInput.tsx'
import { WavesInput } from './WavesInput.tsx'

const TABS = { board: '看板', log: '选床记录', teams: '小队', rounds: '轮次' } as const
type Tab = keyof typeof TABS
type Round = AnswerOf<typeof staffRounds>[number]

export const about: PageFile['about'] = () => ({
  use: t('开放一段时间，让学生自己选床位；这里定谁能选、选哪些床、分几批。'),
  who: t('学工处和学院建轮次；辅导员只看自己学生的进度。'),
  first: t('先建一个“试选”轮次让学生熟悉，再建正式轮次并发布。结束后在这里结算，没选上的可以统一分配。'),
})
/** 宿舍管理 → 选床位轮次: live state, claims, teams and rounds. */
export default function ClaimPage() {
  const [params, , put] = useOwnParams()
  const may: Record<Tab, boolean> = {
    board: true,
    log: useCan('dormitory:claimLog:list'),
    teams: useCan('dormitory:claimTeam:list'),
    rounds: useCan(claimRoundActions.publish.permission),
  }
  const shown = useView(TABS, { param: 'tab', may: tab => may[tab] })
  const { view: tab } = shown
  const views = <ViewSwitch of={shown} />
  if (tab === 'rounds') return <Rounds views={views} />
  return <OfRound tab={tab} views={views} roundId={params.get('round')} onChoose={round => put({ round })} />
}
const Rounds = ({ views }: { views: ReactNode }) => (
  <RoundTable<typeof claimRound>
    title={t('选床位轮次#many')}
    views={views}
    of={claimRound}
    actions={claimRoundActions}
    columns={[
      { key: 'moveIn', width: 120 },
      { key: 'trial', width: 80 },
      { key: 'stage', width: 90 },
      { key: 'claimedCount', width: 100 },
      { key: 'fallbackCount', hidden: true },
    ]}
    fields={[
      { title: '床位', fields: ['moveIn', { field: 'pool', render: props => <PoolInput {...props} /> }] },
      { title: '分批', fields: [{ field: 'waves', render: props => <WavesInput {...props} /> }] },
      { title: '规则', fields: ['trial', 'holdSeconds', 'maxChanges', 'teamMax', 'needPaid', 'needPhoto', 'showRoommate', 'fallback'] },
    ]}
    initial={{
      audience: { roles: ['student'] },
      pool: { dormIds: [], grants: [] },
      waves: [],
      trial: false,
      holdSeconds: 120,
      maxChanges: 2,
      needPaid: false,
      needPhoto: false,
      showRoommate: 'consent',
      fallback: 'counsellor',
    }}
  />
)
function OfRound({ tab, views, roundId, onChoose }: { tab: Tab; views: ReactNode; roundId: string | null; onChoose: (id: string) => void }) {
  const read = useRead(staffRounds, {}, { every: 10_000 })
  const { data } = read
  if (!data) return <Loading of={read} lines={10} />
  const round: Round | undefined = data.find(r => r.id === roundId) ?? data.find(r => r.phase === 'open' && !r.trial) ?? data.find(r => !r.trial) ?? data[0]
  const choose = round ? (
    <Select className={`${style.choose}`} aria-label={t('轮次')} value={round.id} options={data.map(r => ({ value: r.id, label: r.name }))} onChange={onChoose} />
  ) : null
  if (round && tab === 'log') return <Log key={round.id} roundId={round.id} views={views} toolbar={choose} />
  if (round && tab === 'teams') return <Teams key={round.id} roundId={round.id} views={views} toolbar={choose} />
  return (
    <Page title={t('选床位轮次')} views={views} actions={choose}>
      {round ? <ClaimBoard key={round.id} round={round} /> : <Empty title={t('还没有发布过选床位轮次')} />}
    </Page>
  )
}
interface Listed {
  roundId: string
  views: ReactNode
  toolbar: ReactNode
}
const Log = ({ roundId, views, toolbar }: Listed) => (
  <EntityTable<typeof claimLog>
    of={claimLog}
    title={t('选床位轮次#many')}
    views={views}
    toolbar={toolbar}
    where={{ roundId }}
    columns={[
      { key: 'studentId', title: t('学生'), width: 120, align: 'left' },
      { key: 'classId', width: 140 },
      { key: 'action', width: 110 },
      { key: 'bedId', width: 220 },
      { key: 'result', width: 140, align: 'left', render: row => <State tone={row.result === 'ok' ? 'done' : 'over'}>{t(RESULT_NAMES[row.result] ?? row.result)}</State> },
      { key: 'at', width: 180 },
      { key: 'ms', width: 110 },
      { key: 'departmentId', hidden: true },
    ]}
    filters={['studentId', 'classId', 'action', 'result', 'at']}
  />
)
const Teams = ({ roundId, views, toolbar }: Listed) => (
  <EntityTable<typeof claimTeam>
    of={claimTeam}
    title={t('选床位轮次#many')}
    views={views}
    toolbar={toolbar}
    where={{ roundId }}
    columns={[
      { key: 'code', width: 110 },
      { key: 'leaderId', title: t('队长'), width: 120, align: 'left' },
      { key: 'state', width: 110 },
      { key: 'memberIds', width: 320 },
    ]}
    filters={['leaderId', 'state']}
  />
)
