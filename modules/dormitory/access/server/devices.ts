import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { type Ctx, compute, type Db, handle, rules } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { dormBuilding } from '../../places/model/places.ts'
import { accessDevice, accessEvent } from '../model/access-event.ts'
import { createDevice, deviceCounts, renewDeviceSecret } from '../model/device-actions.ts'
import { isSilent } from '../model/rules.ts'
import { follow, QUARANTINE, RELEASED, whoIs } from './ingest-passages.ts'
import { accessSettings } from './settings.ts'
import { newSecret } from './signature.ts'

interface Place {
  dormId?: string | null
  gate?: string | null
}
function mustStandSomewhere({ dormId, gate }: Place): void {
  if (Boolean(dormId) === Boolean(gate)) throw refusalOf(accessDevice, 'place', {}, 'dormId')
}
const create = handle(createDevice, async ({ db, refuse }, input) => {
  mustStandSomewhere(input)
  if (input.dormId) await db.visibleFor(dormBuilding, 'dormitory:dormBuilding:list').one(input.dormId)
  const secret = newSecret()
  const made = await db.insertOrSkip(accessDevice, { ...input, secret, secretAt: new Date().toISOString() })
  if (!made) return refuse('codeTaken', { code: input.code }, 'code')
  await adopt(db, made)
  return { id: made.id, code: made.code, secret }
})
/** 20-DA3: assigns quarantined records that named the device before it was registered. */
async function adopt(db: Db, { id, code, dormId }: { id: string; code: string; dormId: string | null }): Promise<void> {
  const { tenantId } = db.me
  const from = sql`(select o.id, coalesce(m.student_id, s.id) as student_id, ${QUARANTINE(sql`o.id`, sql`o.event_at`)} as quarantine from access_event o ${whoIs(tenantId, sql`o.person_no`)}
    where o.tenant_id = ${tenantId} and o.quarantine = 'unknownDevice' and o.device_code = ${code}) x`
  const known = { deviceId: id, dormId, quarantine: sql`x.quarantine`, studentId: sql`x.student_id` }
  const released = await db.updateWhere(accessEvent, sql`t.id = x.id`, known, { from, returning: RELEASED, history: false })
  await follow(db, released)
}
const renew = handle(renewDeviceSecret, async ({ db }, { id }) => {
  const device = await db.visible(accessDevice).one(id)
  const secret = newSecret()
  await db.update(accessDevice, device.id, { secret, secretAt: new Date().toISOString() })
  return { code: device.code, secret }
})
const counts = handle(deviceCounts, async ({ db, me }: Pick<Ctx, 'db' | 'me'>) => {
  const { deviceSilentMinutes } = await accessSettings(db)
  const [row] = await db.query<{ enabled: number; silent: number }>(sql`select count(*)::int as enabled,
    (count(*) filter (where last_seen_at is null or last_seen_at < now() - make_interval(mins => ${deviceSilentMinutes})))::int as silent from ${db.visible(accessDevice).rows()} d where is_enabled`)
  const quarantined = me.permissions.has('dormitory:accessEvent:quarantine')
    ? await db.query(sql`select 1 from access_event where tenant_id = ${me.tenantId} and quarantine is not null limit 1000`)
    : []
  const [pull] =
    me.permissions.has(createDevice.permission) && (await accessSettings(db)).accessPullUrl
      ? await db.query<{ at: string | null; error: string | null }>(sql`select at, error from access_pull where tenant_id = ${me.tenantId}`)
      : []
  return { enabled: row?.enabled ?? 0, silent: row?.silent ?? 0, quarantined: quarantined.length, pulledAt: pull?.at ?? null, pullError: pull?.error ?? null }
})
export default [
  create,
  renew,
  counts,
  rules(accessDevice, {
    update: async ({ db }, row, patch) => {
      mustStandSomewhere({ ...row, ...patch })
      if (patch.dormId && patch.dormId !== row.dormId && !(await db.cached(dormBuilding)).has(patch.dormId)) throw notFound()
    },
    async remove({ db }, row) {
      if ((await db.query(sql`select 1 from access_event where tenant_id = ${db.me.tenantId} and device_code = ${row.code} limit 1`)).length)
        throw refusalOf(accessDevice, 'hasEvents', { name: row.name })
    },
  }),
  compute(accessDevice, ['isSilent'], async ({ db }, rows) => {
    const { deviceSilentMinutes } = await accessSettings(db)
    for (const row of rows) row.isSilent = Boolean(row.isEnabled) && isSilent(row.lastSeenAt ?? null, Date.now(), deviceSilentMinutes)
  }),
]
