import { Link } from 'react-router'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { electionStates, orgElection } from '../model/election.ts'
import { cancelElection, closeNomination, confirmElection, countElection, nextRound, openVoting } from '../model/election-actions.ts'
import { ELECTION_CHANGES } from './labels.ts'

const VIEWS = {
  open: { label: '在办', where: { 'state.in': 'nominating,reviewing,voting,counted,repeat' }, sort: ['voteTo'] },
  done: { label: '已确认', where: { state: 'confirmed' } },
  all: { label: '全部' },
} as const
const MINUTED: readonly string[] = ['counted', 'confirmed', 'repeat']
/** 学生组织 → 选举 */
export default function ElectionPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof orgElection>
      of={orgElection}
      title={t('选举#many')}
      views={views}
      columns={[
        { key: 'orgId', width: 190, align: 'left' },
        { key: 'name', width: 170, align: 'left', render: row => <Link to={`/studentOrg/candidates?electionId=${row.id}`}>{row.name}</Link> },
        { key: 'roundNo', width: 70 },
        { key: 'voteTo', width: 150 },
        { key: 'voted', width: 110, render: row => (row.voters ? `${row.voted} / ${row.voters}` : '') },
        { key: 'present', width: 100, hidden: views.view === 'open' },
        { key: 'state', width: 100 },
        ...(['postIds', 'from', 'consent', 'minutes', 'note', 'previousId'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['orgId', 'voteTo', 'state']}
      filters={['orgId', 'voteTo']}
      rowActions={row => [
        electionStates.allows(row, 'closeNomination') ? <ActionButton key="close" of={closeNomination} input={{ id: row.id }} changes={ELECTION_CHANGES} /> : null,
        electionStates.allows(row, 'openVoting') ? (
          <ActionButton key="open" of={openVoting} input={{ id: row.id }} changes={ELECTION_CHANGES} confirm={t('选民名单从现在起固定，候选人不再改动。')} />
        ) : null,
        electionStates.allows(row, 'count') ? <ActionButton key="count" of={countElection} input={{ id: row.id }} changes={ELECTION_CHANGES} /> : null,
        electionStates.allows(row, 'confirm') ? <FormButton key="confirm" of={confirmElection} input={{ id: row.id }} changes={ELECTION_CHANGES} /> : null,
        electionStates.allows(row, 'nextRound') ? <FormButton key="next" of={nextRound} input={{ id: row.id }} changes={ELECTION_CHANGES} /> : null,
        MINUTED.includes(row.state) ? <PrintButton key="print" of={orgElection} template="orgMinutes" label={t('选举纪要')} ids={[row.id]} /> : null,
        electionStates.allows(row, 'cancel') ? <FormButton key="cancel" of={cancelElection} input={{ id: row.id }} danger changes={ELECTION_CHANGES} /> : null,
      ]}
      form={{ layout: ['orgId', 'name', 'postIds', 'from', 'voteTo', 'consent', 'minutes'] }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('班委会、团支部委员会和学生会的选举：提名、资格审查、投票、计票和确认。'),
  who: t('团委和学院管理自己组织的，辅导员管理自己班级的。'),
  first: t('先建选举；提名结束后审查候选人，再开始投票。截止后计票，确认后当选的人任职。'),
})
