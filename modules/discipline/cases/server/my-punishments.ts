import sql from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import { type Ctx, handle } from '#server/context.ts'
import { EFFECTS, effectsOf } from '../model/effects.ts'
import { myPunishments } from '../model/my-actions.ts'
import { IN_FORCE, punishmentStates } from '../model/punishment.ts'
import { own } from './notice.ts'
import { caseOf, type Punishment } from './rows.ts'
import { settingsOf } from './settings.ts'

/** Before the notice an investigation is not the student's to read. */
const HIDDEN: readonly string[] = ['investigating', 'proposed']
const NOBODY = '×××'
/** 50-PN15: other parties of the case are not named to anybody. */
async function redacted({ db }: Pick<Ctx, 'db'>, { id, caseId }: Punishment, html: string | null): Promise<string | null> {
  if (!html) return null
  const others = await db.query<{
    name: string
    no: string | null
  }>(sql`select s.name, s.student_no as no from punishment p join student s on s.tenant_id = p.tenant_id and s.id = p.student_id
    where p.tenant_id = ${db.me.tenantId} and p.case_id = ${caseId} and p.student_id <> (select student_id from punishment where tenant_id = ${db.me.tenantId} and id = ${id}) order by length(s.name) desc`)
  return others.reduce((text, { name, no }) => (no ? text.replaceAll(no, '') : text).replaceAll(name, NOBODY), html)
}
const isServed = ({ state }: Punishment): boolean => !HIDDEN.includes(state)
function toSign(row: Punishment): 'notice' | 'decision' | null {
  if (!row.eSignAgreedOn) return null
  if (row.state === 'proposed' && row.noticeIssuedOn) return 'notice'
  return row.state === 'decided' ? 'decision' : null
}
export default handle(myPunishments, async ctx => {
  const set = await settingsOf(ctx.db)
  const rows = (await own.all(ctx)).filter(row => (isServed(row) || toSign(row)) && row.state !== 'dismissed')
  return Promise.all(
    rows.map(async row => {
      const of = await caseOf(ctx.db, row)
      // the decision itself is read once it has reached the student
      const isDecided = row.servedOn !== null && row.servedOn <= today()
      const level = isDecided ? row.decidedLevel : row.proposedLevel
      const isRead = row.noticeServedOn !== null || isDecided
      const { id, state, measure, periodMonths, periodStart, periodEnd, defenceDueOn, defenceKind, defenceText, defenceAnswer, servedOn, appealDueOn, liftedOn, liftDocumentNo } =
        row
      return {
        ...{ id, caseNo: of.caseNo, occurredAt: of.occurredAt, state, measure: measure ?? 'punishment', level: isRead ? level : null },
        facts: isRead ? await redacted(ctx, row, row.facts) : null,
        ...{
          periodMonths: isRead ? periodMonths : null,
          periodStart,
          periodEnd,
          defenceDueOn,
          defenceKind,
          defenceText,
          defenceAnswer,
          servedOn,
          appealDueOn,
          liftedOn,
          liftDocumentNo,
        },
        ...{ documentNo: isDecided ? row.documentNo : null, decidedOn: isDecided ? row.decidedOn : null, appealTo: set.appealTo, isESignAgreed: row.eSignAgreedOn !== null },
        ...{ mayDefend: punishmentStates.allows(row, 'defend') && today() <= (defenceDueOn ?? ''), toSign: toSign(row) },
        mayAppeal: (state === 'served' || state === 'inForce') && isDecided && today() <= (appealDueOn ?? ''),
        blocks: level && (IN_FORCE as readonly string[]).includes(state) ? effectsOf(set, level).map(effect => EFFECTS[effect]) : [],
      }
    }),
  )
})
