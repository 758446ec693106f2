import sql from 'sql-template-tag'
import { type Refusal, refusalOf } from '#model'
import { schoolDate, schoolInstant, schoolTimeText } from '#model/school-time.ts'
import { major } from '#modules/campus/model/organisation.ts'
import { bedOfStudents, photosOf, studentOf } from '#modules/student/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { handle } from '#server/context.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { allowsAct, welcomeMember, welcomeStepState } from '../../steps/model/step-state.ts'
import { autoRefusal, isTaken, lockStep, reasonsOf, roleRefusal, type Step, settle, statesOf, stepsOf, windowOf } from '../../steps/server/api.ts'
import { confirmScan, lookUp, myPoints } from '../model/actions.ts'
import { welcomeScan } from '../model/scan.ts'
import { personAt, pointOf } from './at-point.ts'
import { tellNext } from './notify-next.ts'

const points = handle(myPoints, async ({ db, me }) => {
  const rows = await db.query<{
    id: string
    name: string
    batchId: string
    stepCodes: string[]
    today: number
  }>(sql`select p.id, p.name, p.batch_id as "batchId", p.step_codes as "stepCodes",
      (select count(*)::int from welcome_scan c where c.tenant_id = p.tenant_id and c.point_id = p.id and c.by = ${me.userId} and c.kind = 'done'
        and c.at >= ${schoolInstant(schoolDate(Date.now()))}::timestamptz) as today
    from welcome_point p join welcome_batch b on b.tenant_id = p.tenant_id and b.id = p.batch_id and b.state = 'published'
    where p.tenant_id = ${db.me.tenantId} and p.is_open and p.staff ? ${me.userId} order by p.name`)
  const named = new Map<string, Step[]>()
  for (const { batchId } of rows) if (!named.has(batchId)) named.set(batchId, await stepsOf(db, batchId))
  return rows.map(({ id, name, batchId, stepCodes, today }) => ({
    ...{ id, name, today },
    steps: (named.get(batchId) ?? []).filter(s => stepCodes.includes(s.code)).map(s => ({ code: s.code, name: s.name })),
  }))
})
const look = handle(lookUp, async (ctx, asked) => {
  const { db, lang } = ctx
  const { point, batch } = await pointOf(ctx, asked.pointId)
  const { member, isForDay } = await personAt(ctx, batch, asked)
  const [who, steps, rows] = [await studentOf(db, member.studentId), await stepsOf(db, batch.id), await statesOf(db, member)]
  const states = new Map(rows.map(r => [r.stepCode, r]))
  const why = await reasonsOf(db, member, steps, states)
  const by = await accountNamer(
    db,
    rows.map(r => r.by),
  )
  const others = new Map<string, Refusal>()
  for (const step of steps) {
    const other = autoRefusal(db, step) ?? (await roleRefusal(ctx, step))
    if (other) others.set(step.code, other)
  }
  return {
    ...{ name: who?.name ?? '', className: who?.className ?? null, major: (await db.cached(major)).get(who?.majorId ?? '')?.name ?? null, mustCheckId: isForDay },
    photo: (await photosOf(db, [member.studentId], 'admission')).get(member.studentId) ?? null,
    bed: (await bedOfStudents(db, [member.studentId])).get(member.studentId)?.fullName ?? null,
    steps: steps.flatMap(step => {
      const state = states.get(step.code)
      if (!state || !point.stepCodes.includes(step.code)) return []
      const window = windowOf(batch, step)
      const closed = isTaken(window) ? [] : [refusalOf(welcomeStepState, 'closedWindow', { step: step.name, from: schoolTimeText(window.from), to: schoolTimeText(window.to) })]
      const against = [...closed, others.get(step.code) ?? []].flat().flatMap(r => r.issues.map(({ text, values }) => ({ text, values: values as Record<string, string> })))
      return {
        ...{ code: step.code, name: step.name, state: state.state, recheck: state.recheck, at: state.at, by: state.by ? by(state.by) : null },
        mayConfirm: !against.length && (allowsAct(state, 'confirm') || state.recheck),
        why: [...(why.get(step.code) ?? []), ...against].map(said => formatWording(lang, said)),
      }
    }),
  }
})
/** 30-WS6: whoever scans a second time is told who did it and when; the first wins. */
const scan = handle(confirmScan, async (ctx, { stepCode, idChecked, at: offlineAt, ...asked }) => {
  const { db, me, lang } = ctx
  const { point, batch } = await pointOf(ctx, asked.pointId)
  if (!point.stepCodes.includes(stepCode)) throw refusalOf(welcomeScan, 'outside', { point: point.name, code: stepCode }, 'stepCode')
  const { member, isForDay } = await personAt(ctx, batch, asked, offlineAt)
  if (isForDay && !idChecked) throw refusalOf(welcomeScan, 'idUnchecked', {}, 'idChecked')
  const of = await lockStep(db, member, stepCode)
  const other = autoRefusal(db, of.step) ?? (await roleRefusal(ctx, of.step))
  if (other) throw other
  if (of.state.state === 'done' && !of.state.recheck) {
    const by = await accountNamer(db, [of.state.by])
    return { isRepeat: true, name: of.name, by: by(of.state.by), at: of.state.at }
  }
  const at = offlineAt ?? new Date().toISOString()
  const window = windowOf(batch, of.step)
  if (!isTaken(window, Date.parse(at)))
    throw refusalOf(welcomeStepState, 'closedWindow', { step: of.step.name, from: schoolTimeText(window.from), to: schoolTimeText(window.to) }, 'stepCode')
  const channel = offlineAt ? ('offline' as const) : ('scan' as const)
  await settle(db, { ...of, lang }, 'confirm', { state: 'done', channel, by: me.userId, pointId: point.id, at, remark: null })
  await db.insert(welcomeScan, {
    batchId: batch.id,
    studentId: member.studentId,
    stepCode,
    pointId: point.id,
    by: me.userId,
    kind: 'done',
    channel,
    at,
    idChecked: idChecked === true,
  })
  await db.updateWhere(welcomeMember, { id: member.id }, { scans: of.member.scans + 1 }, { bookkeeping: true })
  await tellNext(ctx, of.member, batch.name)
  return { isRepeat: false, name: of.name, by: me.nickName, at }
})
export default [points, look, scan]
