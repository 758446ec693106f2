import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { candidateStates, orgCandidate } from '../model/election.ts'
import { admitCandidate, nominate, refuseCandidate } from '../model/election-actions.ts'
import { ELECTION_CHANGES } from './labels.ts'

const VIEWS = {
  all: { label: '全部', sort: ['-votes'] },
  waiting: { label: '待审查', where: { state: 'stood' } },
} as const
/** 学生组织 → 候选人 */
export default function CandidatePage() {
  const views = useView(VIEWS)
  const [params] = useOwnParams()
  const electionId = params.get('electionId')
  return (
    <EntityTable<typeof orgCandidate>
      of={orgCandidate}
      title={t('候选人#many')}
      views={views}
      toolbar={electionId ? <FormButton of={nominate} input={{ electionId }} changes={ELECTION_CHANGES} /> : null}
      columns={[
        { key: 'electionId', width: 180, align: 'left' },
        { key: 'postId', width: 130, align: 'left' },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'studentNo', width: 140 },
        { key: 'statement', width: 220, align: 'left' },
        { key: 'state', width: 100 },
        { key: 'votes', width: 80 },
        { key: 'result', width: 110 },
        ...(['consent', 'gradesNote', 'reason', 'passedOver'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['electionId', 'postId', 'result']}
      filters={['electionId', 'postId', 'studentId', 'result']}
      rowActions={row => [
        candidateStates.allows(row, 'admit') ? <FormButton key="admit" of={admitCandidate} input={{ id: row.id }} changes={ELECTION_CHANGES} /> : null,
        candidateStates.allows(row, 'refuse') ? <FormButton key="refuse" of={refuseCandidate} input={{ id: row.id }} danger changes={ELECTION_CHANGES} /> : null,
      ]}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('每次选举的候选人：资格审查、得票和结果。'),
  who: t('团委和学院管理自己组织的，辅导员管理自己班级的。'),
  first: t('不符合条件的，审查时会说明原因；得票在计票后才有。'),
})
