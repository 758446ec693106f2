import sql from 'sql-template-tag'
import { DAY_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { isFresh, rowIn, ticketFor } from '#server/base/rotating-code.ts'
import { type Db, handle } from '#server/context.ts'
import { attachFiles, keepFilesUntil } from '#server/files/attachments.ts'
import { scan, sign } from '../model/actions.ts'
import { type LineState, signLine, signPhoto } from '../model/sign-line.ts'
import { lackingWays, takenWay } from '../model/ways.ts'
import { bindDevice } from './devices.ts'
import { type Proof, prove, type Signing } from './evidence.ts'
import { timesOf } from './labels.ts'
import { NIGHT_SIGNED } from './nights.ts'
import { findOccurrence, isPaused, type Occurrence, occurrenceOf } from './occurrences.ts'
import { settingsOf } from './settings.ts'
import { signTodos } from './sign-todos.ts'

interface Line {
  id: string
  state: LineState
  signedAt: string | null
  outAt: string | null
  reason: string | null
}
/** States in which a student may still sign. */
const OPEN: readonly LineState[] = ['pending', 'excused']
const own = (db: Db, occurrenceId: string) => sql`l.tenant_id = ${db.me.tenantId} and l.occurrence_id = ${occurrenceId} and l.student_id = ${db.me.studentId}`
const lineOf = async (db: Db, occurrenceId: string): Promise<Line | undefined> =>
  (await db.query<Line>(sql`select l.id, l.state, l.signed_at as "signedAt", l.out_at as "outAt", l.reason from sign_line l where ${own(db, occurrenceId)}`))[0]
const answerOf = ({ state, signedAt, outAt }: Line, isRepeat: boolean) => ({ state, signedAt, outAt, isRepeat })
const refuseTime = (ctx: Signing, of: Occurrence): never => ctx.refuse('notOpen', { name: of.name, ...timesOf(of), now: schoolTimeText(new Date().toISOString()) })

/**
 * 20-SA2, SA3 and SA7 in one statement: the row lock decides between concurrent requests, the database clock between on time and late, and the primary key of
 * `sign_device` which student was first on a phone.
 */
async function write(db: Db, of: Occurrence, proof: Proof, device: { id: string; key: string }, isStrict: boolean): Promise<Line | undefined> {
  const { tenantId, studentId, userId } = db.me
  const [line] = await db.query<Line>(sql`
    with mine as (select l.id from sign_line l where ${own(db, of.id)} and l.state in ('pending', 'excused')),
    first as (insert into sign_device (tenant_id, occurrence_id, device_key, student_id) select ${tenantId}::uuid, ${of.id}::uuid, ${device.key}, ${studentId}::uuid from mine
      on conflict do nothing returning 1),
    judged as (select ${JSON.stringify(proof.flags)}::jsonb || case when not exists (select from first) then '["deviceShared"]'::jsonb else '[]'::jsonb end as flags)
    update sign_line l set state = case when o.late_at < statement_timestamp() then 'late' else 'signed' end, signed_at = statement_timestamp(), excuse = null, way = ${takenWay(proof.ways)},
      lat = ${proof.spot?.latitude ?? null}, lng = ${proof.spot?.longitude ?? null}, accuracy = ${proof.spot?.accuracy ?? null}::int, device_id = ${device.id}::uuid,
      flags = nullif(judged.flags, '[]'::jsonb), flag_state = case when jsonb_array_length(judged.flags) > 0 then 'open' end,
      version = l.version + 1, updated_at = now(), updated_by = ${userId}::uuid
    from sign_occurrence o, judged
    where ${own(db, of.id)} and l.state in ('pending', 'excused') and o.tenant_id = l.tenant_id and o.id = l.occurrence_id and o.state = 'open'
      and o.opens_at <= statement_timestamp() and o.closes_at > statement_timestamp() and not (${isStrict} and judged.flags ? 'deviceShared')
    returning l.id, l.state, l.signed_at as "signedAt", l.out_at as "outAt", l.reason`)
  return line
}
/** 20-SA6: photos are deleted after the configured days. */
async function keepPhoto(db: Db, line: Line, photo: Proof['photo']): Promise<void> {
  if (!photo || !db.me.studentId) return
  const { photoDays } = await settingsOf(db)
  const row = await db.insert(signPhoto, { lineId: line.id, studentId: db.me.studentId, photo: [photo.id], print: photo.print, takenAt: new Date().toISOString() })
  await attachFiles(db, signPhoto, row.id, { photo: [photo.id] })
  await keepFilesUntil(db, signPhoto, row.id, new Date(Date.now() + photoDays * DAY_MS))
}
/** A repeat returns the existing result, or signs out if the task requires it (20-SA2). */
async function repeated(ctx: Signing, of: Occurrence, line: Line) {
  if (line.state === 'voided') ctx.refuse('voided', { reason: line.reason ?? '—' })
  if (line.state === 'absent') refuseTime(ctx, of)
  const isIn = line.state === 'signed' || line.state === 'late'
  if (!isIn || of.direction !== 'inOut' || line.outAt || !line.signedAt) return answerOf(line, true)
  const { outMinutes } = await settingsOf(ctx.db)
  const earliest = Date.parse(line.signedAt) + outMinutes * 60_000
  if (Date.now() < earliest) ctx.refuse('tooEarlyOut', { minutes: outMinutes, earliest: schoolTimeText(new Date(earliest).toISOString()) })
  const isOpen = sql`${own(ctx.db, of.id)} and l.out_at is null and o.tenant_id = l.tenant_id and o.id = l.occurrence_id and o.state = 'open' and o.closes_at > statement_timestamp()`
  const [out] = await ctx.db.updateWhere(
    signLine,
    isOpen,
    { outAt: sql`statement_timestamp()` },
    { as: 'l', from: sql`sign_occurrence o`, returning: ['state', 'signedAt', 'outAt', 'reason'], history: false }, // a student's own signature is recorded in the line
  )
  if (out) return answerOf(out, false)
  const now = await lineOf(ctx.db, of.id)
  return now?.outAt ? answerOf(now, true) : refuseTime(ctx, of)
}
const signed = handle(sign, async (ctx, { occurrenceId, ...given }) => {
  const { db, me } = ctx
  const of = await occurrenceOf(db, occurrenceId)
  const line = me.studentId ? await lineOf(db, occurrenceId) : undefined
  if (!line) return ctx.refuse('notInList', { name: of.name, owner: of.owner ?? '—' })
  if (!OPEN.includes(line.state)) return repeated(ctx, of, line)
  const now = Date.now()
  if (of.state !== 'open' || now < Date.parse(of.opensAt) || now >= Date.parse(of.closesAt)) refuseTime(ctx, of)
  if (isPaused(of)) ctx.refuse('paused', { name: of.name })
  const proof = await prove(ctx, of, given)
  const { strictDevice } = await settingsOf(db)
  return db.tx(async inside => {
    const acting = { ...ctx, db: inside }
    const { id, isNew } = await bindDevice(acting, given.deviceKey, given.deviceName)
    if (isNew) proof.flags.push('newDevice')
    const written = await write(inside, of, proof, { id, key: given.deviceKey }, strictDevice)
    if (!written) return lost(acting, of)
    await keepPhoto(inside, written, proof.photo)
    if (of.kind === 'dorm') await inside.emit(NIGHT_SIGNED, { studentId: me.studentId, signedAt: written.signedAt })
    await signTodos.follow(inside, [{ id: of.id, state: written.state }], () => [me.userId])
    return answerOf(written, false)
  })
})
/** Lost the race to a concurrent request of the same student, or to the end. */
async function lost(ctx: Signing, of: Occurrence) {
  const line = await lineOf(ctx.db, of.id)
  if (line && !OPEN.includes(line.state) && line.state !== 'absent') return answerOf(line, true)
  const current = await occurrenceOf(ctx.db, of.id)
  if (line && current.state === 'open' && Date.now() < Date.parse(current.closesAt)) return ctx.refuse('deviceShared')
  return refuseTime(ctx, current)
}
/** 20-SA5: scanning yields a personal ticket at once, which nobody else can use. */
const scanned = handle(scan, async (ctx, { code }) => {
  const { db, me } = ctx
  const occurrenceId = rowIn(code.trim())
  const of = occurrenceId ? await findOccurrence(db, occurrenceId) : undefined
  const { qrSeconds, ticketSeconds } = await settingsOf(db)
  if (!of || !isFresh(of.secret, code.trim(), qrSeconds, Date.now())) return ctx.refuse('tokenOld')
  if (!me.studentId || !(await lineOf(db, of.id))) ctx.refuse('notInList', { name: of.name })
  const ticket = ticketFor(of.secret, me.userId, Date.now() + ticketSeconds * 1000)
  return { occurrenceId: of.id, ticket, seconds: ticketSeconds, name: of.name, lacking: lackingWays(of.ways, of.wayRule, ['qr']) }
})
export default [signed, scanned]
