import sql from 'sql-template-tag'
import { casesOf } from '#modules/workflow/server/api.ts'
import { handle } from '#server/context.ts'
import type { Excuse } from '../model/excuse.ts'
import { mySigns } from '../model/read-actions.ts'
import type { LineState, makeupStates } from '../model/sign-line.ts'
import { ownWays, type TakenWay } from '../model/ways.ts'
import { headOf, isPaused, makeupUntil, OCCURRENCE, type Occurrence, WITH_TASK } from './occurrences.ts'

interface Mine extends Occurrence {
  lineId: string
  line: LineState
  signedAt: string | null
  outAt: string | null
  way: TakenWay | null
  excuse: Excuse | null
  reason: string | null
  makeupId: string | null
  makeupState: keyof typeof makeupStates.labels | null
}
const MOST = 120
const BACK_DAYS = 30
/** Open ones first, then the last weeks. */
export default handle(mySigns, async ({ db, me, lang }) => {
  if (!me.studentId) return []
  const rows =
    await db.query<Mine>(sql`select ${OCCURRENCE}, l.id as "lineId", l.state as line, l.signed_at as "signedAt", l.out_at as "outAt", l.way, l.excuse, l.reason, m.id as "makeupId", m.state as "makeupState"
    from ${WITH_TASK} join sign_line l on l.tenant_id = o.tenant_id and l.occurrence_id = o.id
    left join lateral (select id, state from sign_makeup m where m.tenant_id = l.tenant_id and m.line_id = l.id order by m.created_at desc limit 1) m on true
    where l.tenant_id = ${me.tenantId} and l.student_id = ${me.studentId} and l.date > current_date - ${BACK_DAYS}::int order by (o.state = 'open') desc, o.opens_at desc limit ${MOST}`)
  const cases = await casesOf(
    db,
    'signMakeup',
    rows.flatMap(r => r.makeupId ?? []),
    lang,
  )
  return rows.map(row => ({
    ...headOf(row),
    id: row.lineId,
    line: row.line,
    direction: row.direction,
    isPaused: isPaused(row),
    needsPhoto: ownWays(row.ways).includes('photo'),
    signedAt: row.signedAt,
    outAt: row.outAt,
    way: row.way,
    excuse: row.excuse,
    reason: row.reason,
    fences: row.state === 'open' ? row.fences : null,
    makeupUntil: makeupUntil(row),
    makeupId: row.makeupId,
    makeupState: row.makeupState,
    instanceId: row.makeupId ? (cases.get(row.makeupId)?.instanceId ?? null) : null,
    owner: row.owner,
  }))
})
