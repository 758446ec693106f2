import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { type Applied, application, resubmit, submit } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { submitPunishment } from '../model/actions.ts'
import { punishmentSubject } from '../model/flow.ts'
import { documentGaps } from '../model/gaps.ts'
import { decisionLabel, endsStudies, isHeavier } from '../model/levels.ts'
import { punishment } from '../model/punishment.ts'
import { askToServe } from './notice.ts'
import { changePunishment, refuse, staffLink } from './notify.ts'
import { takeNumber } from './number.ts'
import { notifyAgain, weigh } from './propose.ts'
import { caseOf, type Punishment, partyOf, termsOf } from './rows.ts'
import { settingsOf } from './settings.ts'

const levelOf = ({ measure, decidedLevel, proposedLevel }: Punishment) => ({ measure, level: decidedLevel ?? proposedLevel })
/** 50-PN2: nothing is decided before the notice is served and the student was heard, gave it up, or let the time pass. */
async function mustBeHeard(db: Db, row: Punishment): Promise<void> {
  if (!row.noticeServedOn || row.noticeServedOn > today()) throw refuse('notServed')
  const due = row.defenceDueOn ?? row.noticeServedOn
  if (!row.defenceKind && today() <= due) throw refuse('defenceOpen', { name: (await partyOf(db, row)).name, due })
  const isSaid = row.defenceKind === 'statement' || row.defenceKind === 'hearing'
  if (isSaid && !row.defenceAnswer) throw refuse('unanswered', { name: (await partyOf(db, row)).name })
}
/** 50-PN3: review of legality, meeting, decision, in this order. */
function mustBeReviewed(row: Punishment): void {
  if (!endsStudies(levelOf(row))) return
  const what = { text: decisionLabel(levelOf(row)) }
  const [legal, meeting, decided] = [row.legalReviewOn, row.meetingOn, today()]
  if (!legal || !row.legalReviewBy) throw refuse('noLegal', { what })
  if (!meeting || !row.meetingName) throw refuse('noMeeting', { what })
  if (legal > meeting || meeting > decided) throw refuse('legalOrder', { legal, meeting, decided })
}
/** 50-PN7: the document is whole. */
async function mustBeWhole(db: Db, row: Punishment): Promise<void> {
  const gaps = documentGaps(row, { ruleIds: (await caseOf(db, row)).ruleIds, appealTo: (await settingsOf(db)).appealTo })
  if (gaps.length) throw refuse('gaps', { items: gaps.map(text => ({ text })) })
}
const send = handle(submitPunishment, async (ctx, { id, ...asked }) => {
  const { db } = ctx
  const row = await db.visible(punishment).lock(id, 'submit')
  await mustBeHeard(db, row)
  const of = await caseOf(db, row)
  const weighed = await weigh(db, row, of, await termsOf(db, of), { ...asked, level: asked.level ?? row.proposedLevel })
  if (isHeavier(weighed.level, row.proposedLevel)) {
    if (row.state === 'returned')
      throw refuse(
        'heavier',
        { level: { text: decisionLabel({ measure: row.measure, level: weighed.level }) }, notified: { text: decisionLabel({ measure: row.measure, level: row.proposedLevel }) } },
        'level',
      )
    await notifyAgain(ctx, id, weighed)
    return { isNoticeAgain: true }
  }
  const { level, ...rest } = weighed
  const after = await db.update(punishment, id, { ...rest, decidedLevel: level, submitterId: row.submitterId ?? ctx.me.userId })
  await mustBeWhole(db, after)
  await (row.state === 'returned' ? resubmit : submit)(ctx, punishmentSubject, after)
  return { isNoticeAgain: false }
})
/** 50-PN6: the number is taken in the transaction that decides. */
async function decide({ db }: Pick<Ctx, 'db'>, { id }: Punishment, instanceId: string): Promise<void> {
  const row = await db.unscoped(punishment).lock(id) // being approved
  await mustBeHeard(db, row)
  mustBeReviewed(row)
  await mustBeWhole(db, row)
  const deciders = await db.query<{ id: string }>(
    sql`select distinct actor_id as id from process_log where tenant_id = ${db.me.tenantId} and instance_id = ${instanceId} and actor_id is not null`,
  )
  const after = await changePunishment(db, id, {
    state: 'decided',
    decidedOn: today(),
    decidedBy: [...new Set([...deciders.map(d => d.id), db.me.userId])],
    documentNo: await takeNumber(db, 'pattern'),
  })
  await askToServe(db, after, '处分决定书')
}
/** Not agreed: it waits for what is proposed next. */
async function back({ db }: Pick<Ctx, 'db'>, { id, documentNo }: Punishment): Promise<void> {
  if (documentNo) throw refusalOf(punishment, 'numbered', { no: documentNo })
  await changePunishment(db, id, { state: 'defenceClosed', decidedLevel: null, submitterId: null })
}
async function describe(db: Db, row: Punishment): Promise<Applied> {
  const [who, of] = [await partyOf(db, row), await caseOf(db, row)]
  return {
    applicantId: row.submitterId ?? '',
    studentId: row.studentId,
    title: { text: '{name} {caseNo} 处分', values: { name: who.name, caseNo: of.caseNo } },
    summary: of.title,
    facts: { decision: row.measure === 'punishment' ? levelOf(row).level : 'ends' },
  }
}
export default [
  send,
  ...application(punishmentSubject, {
    describe: (db, row) => describe(db, row as unknown as Punishment),
    link: row => staffLink(row as unknown as Punishment),
    async edited(db, _row, patch) {
      if ((patch as Partial<Punishment>).legalReviewOn) Object.assign(patch, { legalReviewBy: db.me.userId })
    },
    onApproved: (ctx, row) => decide(ctx, row as unknown as Punishment, ctx.instanceId),
    onRejected: (ctx, row) => back(ctx, row as unknown as Punishment),
    onWithdrawn: (ctx, row) => back(ctx, row as unknown as Punishment),
    onCancelled: (ctx, row) => back(ctx, row as unknown as Punishment),
  }),
]
