import sql from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { disciplineCase } from '../model/case.ts'
import { EFFECTS, effectsOf } from '../model/effects.ts'
import { myPunishments } from '../model/my-actions.ts'
import { IN_FORCE, punishmentStates } from '../model/punishment.ts'
import { own } from './notice.ts'
import type { Punishment } from './rows.ts'
import { settingsOf } from './settings.ts'

/** Before the notice an investigation is not the student's to read. */
const HIDDEN: readonly string[] = ['investigating', 'proposed']
const NOBODY = '×××'
interface Party {
  caseId: string
  name: string
  no: string | null
}
/** 50-PN15: the other parties of these cases of a student, who are not named to anybody. Longer names come first, so that no part of one is left. */
async function othersIn(db: Db, rows: readonly Punishment[]): Promise<ReadonlyMap<string, Party[]>> {
  const others =
    await db.query<Party>(sql`select p.case_id as "caseId", s.name, s.student_no as no from punishment p join student s on s.tenant_id = p.tenant_id and s.id = p.student_id
    where p.tenant_id = ${db.me.tenantId} and p.case_id = any(${rows.map(r => r.caseId)}::uuid[]) and p.student_id <> all(${rows.map(r => r.studentId)}::uuid[]) order by length(s.name) desc`)
  return Map.groupBy(others, o => o.caseId)
}
const redacted = (html: string | null, others: readonly Party[]): string | null =>
  others.reduce<string | null>((text, { name, no }) => text && (no ? text.replaceAll(no, '') : text).replaceAll(name, NOBODY), html)
const isServed = ({ state }: Punishment): boolean => !HIDDEN.includes(state)
function toSign(row: Punishment): 'notice' | 'decision' | null {
  if (!row.eSignAgreedOn) return null
  if (row.state === 'proposed' && row.noticeIssuedOn) return 'notice'
  return row.state === 'decided' ? 'decision' : null
}
export default handle(myPunishments, async ctx => {
  const { db } = ctx
  const set = await settingsOf(db)
  const rows = (await own.all(ctx)).filter(row => (isServed(row) || toSign(row)) && row.state !== 'dismissed')
  const cases = new Map((await db.unscoped(disciplineCase).all({ id: rows.map(r => r.caseId) })).map(c => [c.id, c])) // of one's own punishments
  const others = await othersIn(db, rows)
  return rows.flatMap(row => {
    const of = cases.get(row.caseId)
    if (!of) return []
    // the decision itself is read once it has reached the student
    const isDecided = row.servedOn !== null && row.servedOn <= today()
    const level = isDecided ? row.decidedLevel : row.proposedLevel
    const isRead = row.noticeServedOn !== null || isDecided
    const shown = (html: string | null): string | null => redacted(html, others.get(row.caseId) ?? [])
    const { id, state, measure, periodMonths, periodStart, periodEnd, defenceDueOn, defenceKind, defenceText, servedOn, appealDueOn, liftedOn, liftDocumentNo } = row
    return {
      ...{ id, caseNo: of.caseNo, occurredAt: of.occurredAt, state, measure: measure ?? 'punishment', level: isRead ? level : null },
      ...{ facts: isRead ? shown(row.facts) : null, defenceAnswer: shown(row.defenceAnswer), periodMonths: isRead ? periodMonths : null },
      ...{ periodStart, periodEnd, defenceDueOn, defenceKind, defenceText, servedOn, appealDueOn, liftedOn, liftDocumentNo },
      ...{ documentNo: isDecided ? row.documentNo : null, decidedOn: isDecided ? row.decidedOn : null, appealTo: set.appealTo, isESignAgreed: row.eSignAgreedOn !== null },
      ...{ mayDefend: punishmentStates.allows(row, 'defend') && today() <= (defenceDueOn ?? ''), toSign: toSign(row) },
      mayAppeal: (state === 'served' || state === 'inForce') && isDecided && today() <= (appealDueOn ?? ''),
      blocks: level && (IN_FORCE as readonly string[]).includes(state) ? effectsOf(set, level).map(effect => EFFECTS[effect]) : [],
    }
  })
})
