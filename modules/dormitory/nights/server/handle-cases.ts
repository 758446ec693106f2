import sql from 'sql-template-tag'
import { officersOf } from '#modules/workflow/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { openIncident, settleAbsences } from '../../access/server/api.ts'
import { allFound, changeMany } from '../../places/server/api.ts'
import { collegesOf } from '../../stays/server/api.ts'
import { handleCases } from '../model/actions.ts'
import { nightResults } from '../model/evidence.ts'
import type { Handling } from '../model/handling.ts'
import { NIGHT_MESSAGES } from '../model/messages.ts'
import { nightLine } from '../model/night-line.ts'
import { casesLink, closeDone } from './case-todos.ts'
import { recount } from './counts.ts'
import { type HandlingOf, incidentText, lacksNextStep } from './handling.ts'
import { dutyIn } from './on-duty.ts'
import { namesOf } from './people.ts'
import { LINE, type Line } from './write.ts'

/** 20-DN5: one outcome for one or several cases; handling again is permitted, and the history keeps both. */
export default handle(handleCases, async (ctx, { ids: given, ...how }) => {
  const { db, me } = ctx
  const ids = [...new Set(given.flatMap(id => id ?? []))]
  allFound(await db.visible(nightLine).all({ id: ids }), ids)
  const lines = await db.query<Line>(sql`select ${LINE} from night_line l where l.tenant_id = ${db.me.tenantId} and l.id = any(${ids}::uuid[]) order by l.id for update`)
  const names = await namesOf(db, lines)
  for (const line of lines) {
    const words = { name: names.get(line.studentId)?.name ?? '', night: line.nightDate, result: translate(ctx.lang, nightResults.labels[line.result]) }
    if (!line.handledState) ctx.refuse('notCase', words)
    if (line.handledState === 'explained') ctx.refuse('explained', words)
    if (lacksNextStep(how)) ctx.refuse('nextStepMissing', words, 'nextStep')
  }
  await settleCases(db, lines, how, me.userId)
  if (how.state === 'notFound') for (const line of lines) await missing(ctx, line, names.get(line.studentId), how)
  return { handled: lines.length }
})
/** One absence has two desks: what is settled at one is settled at the other. */
const AT_GATE: Readonly<Record<Handling, string | null>> = { reached: 'safe', hospital: 'safe', withFamily: 'family', parentInformed: 'family', notFound: null }
const FROM_GATE: Readonly<Record<string, Handling>> = { safe: 'reached', confirmed: 'reached', family: 'parentInformed' }

async function settleCases(db: Db, lines: readonly Line[], how: HandlingOf, by: string): Promise<void> {
  const rows = await db.unscoped(nightLine).all({ id: lines.map(l => l.id) }) // found by the caller
  await changeMany(db, nightLine, rows, {
    handledState: how.state,
    handledAt: new Date().toISOString(),
    handledBy: by,
    handledNote: how.note ?? null,
    nextStep: how.state === 'notFound' ? (how.nextStep ?? null) : null,
    ...(how.state === 'notFound' ? { escalation: 2 } : {}),
  })
  const result = AT_GATE[how.state]
  for (const [date, those] of Map.groupBy(lines, l => l.nightDate)) {
    const students = those.map(l => l.studentId)
    await settleAbsences(db, date, students, result ? { result, note: how.note ?? null } : null)
    await recount(db, date, those)
    await closeDone(db, date, those)
  }
}
interface ClosedAlert {
  studentId?: string
  type?: string
  nightDate?: string
  result?: string
  note?: string | null
  by?: string
}
/** Closes the case of a night whose alert was closed by hand at the gate's desk, with the same outcome. */
export async function alertClosed(db: Db, { studentId, type, nightDate, result, note, by }: ClosedAlert): Promise<void> {
  const state = FROM_GATE[result ?? '']
  if (!state || !studentId || !nightDate || !by || (type !== 'nightOut' && type !== 'notSeen')) return
  const lines =
    await db.query<Line>(sql`select ${LINE} from night_line l where l.tenant_id = ${db.me.tenantId} and l.night_date = ${nightDate}::date and l.student_id = ${studentId}
    and l.handled_state = 'open' order by l.id for update`)
  if (lines.length) await settleCases(db, lines, { state, note: note ?? null }, by)
}
type Who = { name: string; className: string; bed: string } | undefined
/** 20-DN6: adds it to the building's duty log and notifies college, office and their duty officers at once. */
async function missing({ db, me }: Ctx, line: Line, who: Who, how: HandlingOf): Promise<void> {
  await openIncident(db, { dormId: line.dormId, text: incidentText(who?.name ?? '', who?.bed ?? '', how), studentIds: [line.studentId] })
  const college = await collegesOf(db, [line])
  const duty = await dutyIn(db, [line.nightDate])
  const onDuty = [...duty(line.nightDate, line.departmentId), ...duty(line.nightDate, null)]
  const to = [...new Set([...college(line), ...(await officersOf(db)), ...onDuty])].filter(id => id !== me.userId)
  const values = { name: who?.name ?? '', className: who?.className ?? '', bed: who?.bed ?? '', nextStep: how.nextStep ?? '', by: me.nickName }
  const link = casesLink(line.nightDate)
  await notifyEach(db, NIGHT_MESSAGES.nightNotFound, [{ to, values, bizType: 'nightLine', bizId: line.id, link, mobileLink: link }])
}
