import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { phaseOf, roundPhases } from '#modules/workflow/rounds/model/round.ts'
import { round } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, rules } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { dormBuilding, dormRoom } from '../../places/model/places.ts'
import { parsePool } from '../../places/model/pool.ts'
import { dormStay } from '../../stays/model/stay.ts'
import { bedWithPlace } from '../../stays/server/api.ts'
import { claimRound, claimRoundActions } from '../model/round.ts'
import { parseWaves, strayWave, type Wave } from '../model/waves.ts'
import { mustMayOpen } from './conditions.ts'
import { readRound } from './facts.ts'
import { inPool, offered } from './similar.ts'

type Stored = Row<typeof claimRound>
type Patch = Partial<Stored> & Record<string, unknown>
export const LINK = '/dormitory/choose'
/** Where new students choose. */
export const WELCOME_LINK = '/welcome/dorm'
/** Announced fields: fixed once published. */
const FIXED = ['pool', 'moveIn', 'trial', 'maxChanges', 'needPaid', 'needPhoto', 'showRoommate'] as const

/** 20-DC4 and scope: only buildings and rooms in the officer's scope. */
async function checkPool(db: Db, draft: Patch): Promise<void> {
  const pool = parsePool(draft.pool)
  if (!pool) throw refusalOf(claimRound, 'poolForm', {}, 'pool')
  draft.pool = pool
  const rooms = [...new Set(pool.grants.flatMap(g => g.roomIds))]
  const missing =
    pool.dormIds.length +
    rooms.length -
    (await db.visibleFor(dormBuilding, 'dormitory:dormBuilding:list').count({ id: pool.dormIds })) -
    (await db.visibleFor(dormRoom, 'dormitory:dormRoom:list').count({ id: rooms }))
  if (missing) throw refusalOf(claimRound, 'poolScope', { count: missing }, 'pool')
}
function checkWaves(draft: Patch, { beginTime, endTime }: Pick<Stored, 'beginTime' | 'endTime'>): void {
  const waves = parseWaves(draft.waves)
  if (!waves) throw refusalOf(claimRound, 'waveForm', {}, 'waves')
  draft.waves = waves
  const stray = strayWave(waves, { beginTime, endTime })
  if (!stray) return
  const values = {
    wave: stray.name,
    opensAt: schoolTimeText(stray.opensAt),
    closesAt: schoolTimeText(stray.closesAt),
    beginTime: schoolTimeText(beginTime),
    endTime: schoolTimeText(endTime),
  }
  throw refusalOf(claimRound, 'waveOutside', values, 'waves')
}
function refuseRunning({ lang }: Ctx, row: Stored, patch: Patch): void {
  if (row.state === 'draft') return
  const changed = FIXED.find(key => patch[key] !== undefined && JSON.stringify(patch[key]) !== JSON.stringify(row[key]))
  if (changed) throw refusalOf(claimRound, 'running', { name: row.name, state: roundPhases.labels[phaseOf(row)], what: translate(lang, claimRound.fields[changed].label) }, changed)
}
const records = rules(claimRound, {
  async add({ db }, draft) {
    await checkPool(db, draft)
    if (draft.beginTime && draft.endTime) checkWaves(draft, { beginTime: draft.beginTime, endTime: draft.endTime })
  },
  async update(ctx, row, patch) {
    refuseRunning(ctx, row, patch)
    if (patch.pool !== undefined) await checkPool(ctx.db, patch)
    if (patch.waves === undefined && patch.beginTime === undefined && patch.endTime === undefined) return
    const draft: Patch = { waves: patch.waves === undefined ? row.waves : patch.waves }
    checkWaves(draft, { ...row, ...patch })
    if (patch.waves !== undefined) patch.waves = draft.waves ?? null
  },
})
/** 30-WD6: waves as another module has planned them, in a round that nobody has been told of. */
export async function setWaves(db: Db, roundId: string, waves: readonly Wave[]): Promise<void> {
  const row = await db.visibleFor(claimRound, 'dormitory:claimRound:list').lock(roundId)
  if (row.state !== 'draft')
    throw refusalOf(claimRound, 'running', { name: row.name, state: { text: roundPhases.labels[phaseOf(row)] }, what: { text: claimRound.fields.waves.label } }, 'roundId')
  const patch: Patch = { waves }
  checkWaves(patch, row)
  await db.update(claimRound, roundId, { waves: patch.waves as readonly Wave[] })
}
/** There are beds, and what other modules do before the round opens is done. */
async function mustBeReady(db: Db, row: Stored): Promise<void> {
  const of = readRound(row)
  if (row.moveIn < today()) throw refusalOf(claimRound, 'moveInPast', { moveIn: row.moveIn }, 'moveIn')
  const found = await db.query(sql`select 1 from ${bedWithPlace(db.me.tenantId)} where b.deleted_at is null and ${inPool(of.pool)} and ${offered(of)} limit 1`)
  if (!found.length) throw refusalOf(claimRound, 'noBeds', {}, 'pool')
  if (!row.trial) await mustMayOpen(db, row)
}
/** A round extended after settling is settled again. */
async function reopen({ db }: Ctx, { id, stage }: Stored): Promise<void> {
  if (stage === 'settled') await db.update(claimRound, id, { stage: 'claiming', settledAt: null })
}
/** Holds of a paused round get an expiry in the far future, so that neither the job nor other claims expire them. */
const FAR = sql`interval '10 years'`
/** 20-DC10 */
async function pause({ db }: Ctx, { id }: Stored): Promise<void> {
  await db.update(claimRound, id, { pausedAt: new Date().toISOString() })
  await db.updateWhere(dormStay, sql`batch_id = ${id} and state = 'held' and hold_until > now()`, { holdUntil: sql`hold_until + ${FAR}` }, { bookkeeping: true })
}
async function resume({ db }: Ctx, { id, pausedAt }: Stored): Promise<void> {
  const paused = Math.max(0, Date.now() - Date.parse(pausedAt ?? new Date().toISOString()))
  const again = { holdUntil: sql`hold_until - ${FAR} + make_interval(secs => ${paused / 1000}::float8)` }
  await db.updateWhere(dormStay, sql`batch_id = ${id} and state = 'held' and hold_until > now() + interval '5 years'`, again, { bookkeeping: true })
  await db.update(claimRound, id, { pausedAt: null })
}
/** Releases unconfirmed holds at the end. */
async function letGo(db: Db, { id }: Stored): Promise<void> {
  await db.updateWhere(dormStay, { batchId: id, state: 'held' }, { state: 'expired', isOpen: false })
  await db.query(sql`delete from claim_waiting where tenant_id = ${db.me.tenantId} and round_id = ${id}`)
}
/** Students who join while it runs may choose, too. */
export default [
  round(claimRound, claimRoundActions, {
    processType: 'claimRound',
    audience: 'live',
    link: LINK,
    alsoIn: { welcome: WELCOME_LINK },
    check: ({ db }, row) => mustBeReady(db, row),
    reopened: reopen,
    paused: pause,
    resumed: resume,
    closed: letGo,
    copied: async ({ db }, _from, to) => void (await db.update(claimRound, to.id, { waves: [] })),
  }),
  records,
]
