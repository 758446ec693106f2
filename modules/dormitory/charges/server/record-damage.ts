import sql from 'sql-template-tag'
import { DAY_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { type ActionCtx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { serialNo } from '#server/data/serial-no.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { dormRoom } from '../../places/model/places.ts'
import { dormStay } from '../../stays/model/stay.ts'
import { type DamageSource, dormDamage } from '../model/damage.ts'
import { damageResidents, recordDamage } from '../model/damage-actions.ts'
import { DAMAGE_MESSAGES } from '../model/damage-messages.ts'
import { partsOf } from '../model/damage-rules.ts'
import { settingsOf } from './damage-settings.ts'
import { damageSources } from './damage-sources.ts'
import { tellDamages } from './notify-damages.ts'

interface Resident {
  studentId: string
  name: string
  bedNo: number
  classId: string | null
  departmentId: string | null
}
/** Residents of a room at a moment, lasting and temporary: either may have caused a damage. */
const residentsAt = (db: Db, roomId: string, at: string): Promise<Resident[]> =>
  db.query<Resident>(sql`select s.student_id as "studentId", t.name, b.bed_no as "bedNo", t.class_id as "classId", t.department_id as "departmentId"
    from dorm_stay s join dorm_bed b on b.tenant_id = s.tenant_id and b.id = s.bed_id join student t on t.tenant_id = s.tenant_id and t.id = s.student_id
    where s.tenant_id = ${db.me.tenantId} and s.room_id = ${roomId} and s.state in ('checkedIn', 'checkedOut') and s.check_in_at <= ${at} and (s.check_out_at is null or s.check_out_at >= ${at})
    order by b.bed_no, t.name`)
const residents = handle(damageResidents, async ({ db }, { roomId, at }) => {
  await db.visible(dormRoom).one(roomId)
  return (await residentsAt(db, roomId, at)).map(({ studentId, name, bedNo }) => ({ studentId, name, bedNo }))
})

type Recording = ActionCtx<typeof recordDamage>
interface Source {
  sourceType: DamageSource
  sourceId: string | null
  photos: readonly string[]
}
/** Source check of the damage, with its photos. */
async function sourceOf({ db, refuse }: Recording, roomId: string, recordId: string | null, stayId: string | null): Promise<Source> {
  const room = async (): Promise<string> => (await db.visible(dormRoom).one(roomId)).fullName ?? ''
  if (recordId) {
    const record = await damageSources.of(db)?.find(db, recordId)
    if (!record) throw notFound()
    if (record.roomId !== roomId) refuse('otherRoom', { room: await room() })
    return { sourceType: 'check', sourceId: recordId, photos: record.photos }
  }
  if (!stayId) return { sourceType: 'manual', sourceId: null, photos: [] }
  const stay = await db.visibleFor(dormStay, 'dormitory:dormStay:list').one(stayId)
  if (stay.roomId !== roomId) refuse('otherRoom', { room: await room() })
  return { sourceType: 'checkOut', sourceId: stayId, photos: [] }
}
/** 20-DI8: splits the cost equally, one row per payer, and notifies all. */
const record = handle(recordDamage, async (ctx, { roomId, at, studentIds, item, total, explanation, photos: given, recordId, stayId }) => {
  const { db, refuse } = ctx
  const room = await db.visible(dormRoom).one(roomId)
  if (Date.parse(at) > Date.now()) refuse('future', { at: schoolTimeText(at) }, 'at')
  const source = await sourceOf(ctx, roomId, recordId ?? null, stayId ?? null)
  const uploaded = (given ?? []).flatMap(p => p ?? [])
  const photos = [...new Set([...uploaded, ...source.photos])].slice(0, 9)
  if (!photos.length) refuse('noPhotos', { item }, 'photos')
  const there = new Map((await residentsAt(db, roomId, at)).map(r => [r.studentId, r]))
  const ids = [...new Set(studentIds.flatMap(id => id ?? []))]
  const strange = ids.find(id => !there.has(id))
  if (strange) {
    const [who] = await db.query<{ name: string }>(sql`select name from student where tenant_id = ${db.me.tenantId} and id = ${strange}`)
    refuse('notThere', { name: who?.name ?? '—', at: schoolTimeText(at), room: room.fullName }, 'studentIds')
  }
  const damageNo = await serialNo(db, 'PC', 'dorm_damage_no_seq')
  const { damageObjectionDays } = await settingsOf(db)
  const parts = partsOf(total, ids.length)
  const common = { damageNo, roomId, item, explanation, at, photos, total, sharers: ids.length, sourceType: source.sourceType, sourceId: source.sourceId }
  const objectUntil = new Date(Date.now() + damageObjectionDays * DAY_MS).toISOString()
  await db.insertMany(
    dormDamage,
    ids.map((studentId, n) => {
      const who = there.get(studentId)
      return { ...common, studentId, classId: who?.classId ?? null, departmentId: who?.departmentId ?? null, amount: parts[n] ?? 0, objectUntil }
    }),
  )
  const rows = await db.unscoped(dormDamage).all({ damageNo }) // written just before
  if (uploaded.length && rows[0]) await attachFiles(db, dormDamage, rows[0].id, { photos: uploaded })
  await tellDamages(db, DAMAGE_MESSAGES.damageTold, rows, row => ({ explanation, until: schoolTimeText(row.objectUntil) }))
  return { damageNo, told: rows.length }
})
export default [residents, record]
