import { action, bool, list, ref, shape, text } from '#model'
import { candidateStates, electionStates, orgCandidate, orgElection } from './election.ts'

const need = { required: true } as const
const id = ref('orgElection', '选举', need)
const candidateId = ref('orgCandidate', '候选人', need)
const refusals = { ...orgCandidate.options.refusals, ...orgElection.options.refusals }
const RUN = 'studentOrg:orgElection:update'
const kept = { permission: RUN, input: { id }, output: 'none', inScope: true, refusals } as const
export const closeNomination = action('studentOrg.orgElection.closeNomination', '结束提名', kept)
export const openVoting = action('studentOrg.orgElection.openVoting', '开始投票', kept)
export const countElection = action('studentOrg.orgElection.count', '计票', kept)
export const nextRound = action('studentOrg.orgElection.nextRound', '再选一轮', {
  permission: RUN,
  input: { id, voteTo: orgElection.fields.voteTo },
  output: { id },
  inScope: true,
  refusals,
})
export const cancelElection = action('studentOrg.orgElection.cancel', '取消选举', {
  permission: RUN,
  input: { id, reason: text('原因', { ...need, min: 2, max: 300 }) },
  output: 'none',
  inScope: true,
  refusals,
})
/** Winners take office; who may not any more is passed over with a reason. */
export const confirmElection = action('studentOrg.orgElection.confirm', '确认结果', {
  permission: RUN,
  input: {
    id,
    passOver: list('不予确认', shape('候选人', { candidateId, reason: text('理由', { ...need, min: 2, max: 200 }) }, need), {
      max: 20,
      help: '当选后不再符合条件的，写明理由；席位空着',
    }),
  },
  output: 'none',
  inScope: true,
  refusals,
})
const ofCandidate = { permission: RUN, output: 'none', inScope: true, refusals } as const
export const nominate = action('studentOrg.orgCandidate.nominate', '提名', {
  permission: RUN,
  input: { electionId: id, postId: ref('orgPost', '岗位', need), studentId: ref('student', '候选学生', need), statement: orgCandidate.fields.statement },
  output: 'none',
  refusals,
})
export const admitCandidate = action('studentOrg.orgCandidate.admit', '通过审查', {
  ...ofCandidate,
  input: { id: candidateId, gradesNote: text('成绩核实', { max: 200, help: '学生会的选举，系统里没有上学年成绩的，写明怎样核实没有不及格课程' }) },
})
export const refuseCandidate = action('studentOrg.orgCandidate.refuse', '不通过', {
  ...ofCandidate,
  input: { id: candidateId, reason: text('原因', { ...need, min: 2, max: 200 }) },
})
/** The student's own: standing, agreeing to stand, leaving, voting. */
const form = { statement: orgCandidate.fields.statement, consent: orgCandidate.fields.consent }
export const stand = action('studentOrg.orgCandidate.stand', '报名参选', { input: { electionId: id, postId: ref('orgPost', '岗位', need), ...form }, output: 'none', refusals })
const OWN = stand.permission
export const consentToStand = action('studentOrg.orgCandidate.consent', '同意参选', { permission: OWN, input: { id: candidateId, ...form }, output: 'none', refusals })
export const withdrawCandidacy = action('studentOrg.orgCandidate.withdraw', '退出参选', { permission: OWN, input: { id: candidateId }, output: 'none', refusals })
export const castBallot = action('studentOrg.orgElection.vote', '投票', {
  permission: OWN,
  input: { id, choices: list('选择', candidateId, { max: 100 }) },
  output: 'none',
  refusals,
})
const name = text('姓名', { max: 64, clear: 'who stands is shown to those who vote' })
/** 我的选举: elections of organisations that stand for the caller; results once they are confirmed. */
export const myElections = action('studentOrg.orgElection.mine', '我的选举', {
  method: 'GET',
  permission: OWN,
  many: true,
  output: {
    id,
    name: orgElection.fields.name,
    org: text('学生组织', { ...need, max: 60 }),
    state: electionStates.field('状态'),
    voteTo: orgElection.fields.voteTo,
    voters: orgElection.fields.voters,
    voted: orgElection.fields.voted,
    hasVoted: bool('已投票', need),
    mayVote: bool('可以投票', need),
    posts: list(
      '岗位',
      shape('岗位', {
        id: ref('orgPost', '岗位', need),
        name: text('岗位', { ...need, max: 30 }),
        seats: orgElection.fields.roundNo,
        isMine: bool('本人参选', need),
        candidates: list(
          '候选人',
          shape('候选人', {
            id: candidateId,
            name,
            className: text('班级', { max: 60 }),
            statement: orgCandidate.fields.statement,
            state: candidateStates.field('状态'),
            votes: orgCandidate.fields.votes,
            result: orgCandidate.fields.result,
            isSelf: bool('本人', need),
          }),
          need,
        ),
      }),
      need,
    ),
  },
})
export const electionActions = [
  ...[closeNomination, openVoting, countElection, nextRound, cancelElection, confirmElection],
  ...[nominate, admitCandidate, refuseCandidate, stand, consentToStand, withdrawCandidacy, castBallot, myElections],
]
