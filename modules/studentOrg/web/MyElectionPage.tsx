import { Checkbox } from 'antd'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State, StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { candidateStates, electionStates, RESULTS } from '../model/election.ts'
import { castBallot, consentToStand, myElections, stand, withdrawCandidacy } from '../model/election-actions.ts'
import { ELECTION_CHANGES } from './labels.ts'

type Mine = NonNullable<AnswerOf<typeof myElections>[number]>
type Post = NonNullable<Mine['posts'][number]>
type One = NonNullable<Post['candidates'][number]>
/** 我的选举: stand, vote, read results. */
export default function MyElectionPage() {
  return (
    <StudentsOnly title={t('我的选举')} otherwise={t('当前账号不是学生，没有自己的选举')}>
      <Elections />
    </StudentsOnly>
  )
}
function Elections() {
  const read = useRead(myElections, {})
  return (
    <Page title={t('我的选举')} width="form">
      <Loaded of={read} lines={8}>
        {rows => (rows.length ? <Stack>{rows.map(row => row && <OneElection key={row.id} of={row} />)}</Stack> : <Empty title={t('现在没有选举')} />)}
      </Loaded>
    </Page>
  )
}
function OneElection({ of }: { of: Mine }) {
  const [choices, setChoices] = useState<readonly string[]>([])
  const turnout = of.voters ? t('{{voted}} / {{voters}} 人已投票', { voted: of.voted ?? 0, voters: of.voters }) : null
  return (
    <Sheet title={of.name} note={[of.org, turnout].filter(Boolean).join(' · ')} actions={<StateTag of={electionStates} state={of.state} />}>
      <Stack>
        {of.posts.map(p => p && <OnePost key={p.id} of={of} post={p} choices={choices} onChoose={of.mayVote ? setChoices : undefined} />)}
        {of.mayVote ? (
          <>
            <p className="ql-quiet">{t('不记名投票。计票时选票全部打乱重写；在那之前，数据库管理员能从存放的先后推测谁投了哪张票，计票之后不能。')}</p>
            <Row spread="between">
              <span className="ql-quiet">{t('{{at}} 截止', { at: formatDatetime(of.voteTo) })}</span>
              <ActionButton
                of={castBallot}
                input={{ id: of.id, choices: [...choices] }}
                type="primary"
                changes={ELECTION_CHANGES}
                confirm={t('投出后不能修改。没有选的，算弃权。')}
              />
            </Row>
          </>
        ) : null}
        {of.hasVoted ? <State tone="done">{t('已投票')}</State> : null}
      </Stack>
    </Sheet>
  )
}
interface PostProps {
  of: Mine
  post: Post
  choices: readonly string[]
  onChoose: ((choices: readonly string[]) => void) | undefined
}
function OnePost({ of, post, choices, onChoose }: PostProps) {
  const shown = post.candidates.flatMap(c => (c ? [c] : []))
  const chosen = choices.filter(id => shown.some(c => c.id === id))
  const toggle = (id: string, isOn: boolean) => onChoose?.(isOn ? [...choices, id] : choices.filter(c => c !== id))
  return (
    <section aria-label={post.name}>
      <p>
        <b>{post.name}</b> <span className="ql-quiet">{t('选 {{n}} 人', { n: post.seats })}</span>
      </p>
      {shown.map(c => (
        <Row key={c.id} spread="between">
          {onChoose && c.state === 'admitted' ? (
            <Checkbox checked={choices.includes(c.id)} disabled={!choices.includes(c.id) && chosen.length >= post.seats} onChange={e => toggle(c.id, e.target.checked)}>
              <Name of={c} />
            </Checkbox>
          ) : (
            <Name of={c} />
          )}
          <OwnActs of={of} candidate={c} />
        </Row>
      ))}
      {of.state === 'nominating' && !post.isMine ? <FormButton of={stand} input={{ electionId: of.id, postId: post.id }} changes={ELECTION_CHANGES} /> : null}
    </section>
  )
}
const Name = ({ of }: { of: One }) => (
  <>
    {of.name}
    {of.result ? ` ${t(RESULTS[of.result])}（${t('{{n}} 票', { n: of.votes ?? 0 })}）` : ''}
    {of.statement ? <span className="ql-quiet"> {of.statement}</span> : null}
  </>
)
function OwnActs({ of, candidate }: { of: Mine; candidate: One }) {
  if (!candidate.isSelf) return null
  const mayLeave = candidateStates.allows(candidate, 'withdraw') && (of.state === 'nominating' || of.state === 'reviewing')
  return (
    <Row>
      <StateTag of={candidateStates} state={candidate.state} />
      {candidateStates.allows(candidate, 'consent') && of.state === 'nominating' ? (
        <FormButton of={consentToStand} input={{ id: candidate.id }} changes={ELECTION_CHANGES} />
      ) : null}
      {mayLeave ? <ActionButton of={withdrawCandidacy} input={{ id: candidate.id }} changes={ELECTION_CHANGES} confirm={t('退出后不再是候选人。')} /> : null}
    </Row>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('班级、团支部和学生会的选举：报名参选、投票、看结果。'),
  who: t('所有学生。只能在自己所在的组织里参选和投票。'),
  first: t('每人一票，投出后不能修改；结果在确认后公布。'),
})
