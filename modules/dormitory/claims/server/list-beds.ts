import sql from 'sql-template-tag'
import { DAY_MS } from '#model/days.ts'
import { phaseOf } from '#modules/workflow/rounds/model/round.ts'
import { isInAudience } from '#modules/workflow/server/api.ts'
import { type Db, handle, type Lang } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { fees, isFreeBetween } from '../../places/server/api.ts'
import { bedWithPlace, roomGender } from '../../stays/server/api.ts'
import { claimDeltas, claimPlaces, claimRooms, myClaims, ownBed, roomMates } from '../model/actions.ts'
import { claimCard, claimRound } from '../model/round.ts'
import { turnOf } from '../model/waves.ts'
import { lacksOf } from './conditions.ts'
import { type ClaimantFacts, changesLeft, choosersOf, lackingPhoto, mustBeStudent, owedBy, type Round, readRound, roundOf, warnedOf } from './facts.ts'
import { changedSince, floorNow } from './floor.ts'
import { inReach, offered } from './similar.ts'

const USUAL_MAX = 16
const STILL_SHOWN_MS = 7 * DAY_MS
interface Mine {
  round: Round
  who: ClaimantFacts
}
/** Rounds for the student that run or have recently ended. */
async function roundsOf(db: Db, studentId: string, id: string | null | undefined): Promise<Mine[]> {
  const all = [...(await db.cached(claimRound)).values()]
    .map(readRound)
    .filter(r => (!id || r.id === id) && ['published', 'paused', 'closed'].includes(r.state) && Date.parse(r.endTime) > Date.now() - STILL_SHOWN_MS)
  const made = await Promise.all(
    all.map(async round => {
      const [who] = await choosersOf(db, round, [studentId])
      return who && ((await isInAudience(db, claimRound, round)) || who.own?.batchId === round.id) ? { round, who } : undefined
    }),
  )
  return made.flatMap(m => m ?? []).sort((a, b) => Number(a.round.trial) - Number(b.round.trial) || Date.parse(b.round.beginTime) - Date.parse(a.round.beginTime))
}
const mine = handle(myClaims, async ({ db, lang }, { id }) => {
  const studentId = mustBeStudent(db)
  const rounds = await roundsOf(db, studentId, id)
  return Promise.all(rounds.map(m => described(db, lang, m)))
})
async function described(db: Db, lang: Lang, { round, who }: Mine) {
  const phase = phaseOf(round)
  const card = await db.unscoped(claimCard).find({ roundId: round.id, studentId: who.id }) // restricted to the caller's own rows
  const turn = turnOf(round, who, Date.now())
  const { own } = who
  const isOurs = own?.batchId === round.id && own.state !== 'checkedIn'
  return {
    id: round.id,
    name: round.name,
    isTrial: round.trial,
    isPaused: phase === 'paused',
    pauseNote: phase === 'paused' ? round.stateNote : null,
    isOver: phase === 'closed',
    moveIn: round.moveIn,
    holdSeconds: round.holdSeconds,
    maxChanges: round.maxChanges,
    changesLeft: changesLeft(round, who.changes),
    showRoommate: round.showRoommate,
    turn: turn ? { name: turn.name, opensAt: turn.opensAt, closesAt: turn.closesAt } : null,
    owing: (await owedBy(db, round, [who.id])).get(who.id) ?? null,
    warned: await warnedOf(db, who.id),
    lacksPhoto: (await lackingPhoto(db, round, [who.id])).has(who.id),
    lacks: ((await lacksOf(db, round, [who.id])).get(who.id) ?? []).map(({ text, link }) => ({ text: formatWording(lang, text), link })),
    own:
      own && isOurs && !round.trial
        ? only(ownBed, { ...own, state: own.state === 'held' ? ('held' as const) : ('reserved' as const), holdUntil: own.holdUntil && new Date(own.holdUntil).toISOString() })
        : null,
    elsewhere: own && !isOurs && !round.trial ? own.bed : null,
    team: who.team ? await teamOf(db, round, who, who.team) : null,
    card: card ? { alias: card.alias, habits: card.habits, isShown: card.isShown } : null,
    favourites: await favouritesOf(db, card?.bedIds ?? []),
    now: new Date().toISOString(),
  }
}
async function teamOf(db: Db, round: Round, who: ClaimantFacts, team: NonNullable<ClaimantFacts['team']>) {
  const members = await db.query<{
    name: string
    className: string | null
    isMe: boolean
  }>(sql`select s.name, c.name as "className", s.id = ${who.id} as "isMe" from claim_team_member m
    join student s on s.tenant_id = m.tenant_id and s.id = m.student_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
    where m.tenant_id = ${db.me.tenantId} and m.team_id = ${team.id} order by m.joined_at, s.id`)
  return { code: team.code, state: team.state as 'open', isLeader: team.leaderId === who.id, leader: team.leader, max: round.teamMax ?? USUAL_MAX, members }
}
const favouritesOf = (db: Db, ids: readonly string[]) =>
  ids.length
    ? db.query<{ id: string; bed: string; roomId: string; floorId: string }>(sql`select b.id, b.full_name as bed, b.room_id as "roomId", b.floor_id as "floorId" from dorm_bed b
        where b.tenant_id = ${db.me.tenantId} and b.id = any(${[...ids]}::uuid[]) order by array_position(${[...ids]}::uuid[], b.id)`)
    : Promise.resolve([])
async function chooserFor(db: Db, round: Round): Promise<ClaimantFacts | undefined> {
  return (await choosersOf(db, round, [mustBeStudent(db)]))[0]
}
const places = handle(claimPlaces, async ({ db }, { roundId }) => {
  const round = await roundOf(db, roundId)
  const who = await chooserFor(db, round)
  if (!who) return []
  return db.query<{ dormId: string; dorm: string; floorId: string; floor: string; beds: number; free: number }>(sql`
    select d.id as "dormId", d.full_name as dorm, f.id as "floorId", f.name as floor, count(*)::int as beds, count(*) filter (where ${isFreeBetween(db, 'main', round.moveIn, null)})::int as free
    from ${bedWithPlace(db.me.tenantId)} where ${inReach(round.pool, who)} and ${offered(round)} and ${roomGender} = ${who.genderCode}
    group by d.id, d.full_name, d.sort, d.code, f.id, f.name, f.floor_no order by d.sort, d.code, f.floor_no`)
})
interface RoomRow {
  id: string
  roomNo: string
  room: string
  roomType: string
  orientation: string | null
  hasBathroom: boolean
  hasAircon: boolean
  accessible: boolean
  isGranted: boolean
  beds: Array<{ id: string; bedNo: number; bedType: string }>
}
const rooms = handle(claimRooms, async ({ db }, { roundId, floorId }) => {
  const round = await roundOf(db, roundId)
  const who = await chooserFor(db, round)
  const floor = await floorNow(db, round, floorId)
  if (!who) return { since: floor.since, rooms: [] }
  const granted = round.pool.grants.filter(g => g.classIds.includes(who.classId ?? '')).flatMap(g => g.roomIds)
  const rows =
    await db.query<RoomRow>(sql`select r.id, r.room_no as "roomNo", r.full_name as room, r.room_type as "roomType", r.orientation, coalesce(r.has_bathroom, false) as "hasBathroom", coalesce(r.has_aircon, false) as "hasAircon",
      coalesce(r.accessible, false) as accessible, r.id = any(${granted}::uuid[]) as "isGranted", jsonb_agg(jsonb_build_object('id', b.id, 'bedNo', b.bed_no, 'bedType', b.bed_type) order by b.bed_no) as beds
    from ${bedWithPlace(db.me.tenantId)} where b.floor_id = ${floorId} and b.deleted_at is null and ${inReach(round.pool, who)} and ${roomGender} = ${who.genderCode} group by r.id, r.room_no, r.full_name, r.room_type, r.orientation, r.has_bathroom, r.has_aircon, r.accessible order by r.room_no`)
  const prices = await fees(db).prices(
    db,
    rows.map(r => r.id),
  )
  return {
    since: floor.since,
    rooms: rows.map(r => ({ ...r, feePerYear: prices.get(r.id) ?? null, beds: r.beds.map(b => ({ ...b, state: floor.beds.get(b.id) ?? ('off' as const) })) })),
  }
})
/** States only: whose bed it is stays hidden. */
const deltas = handle(claimDeltas, async ({ db }, { roundId, floorId, since }) => {
  mustBeStudent(db)
  const { since: now, beds } = await changedSince(db, await roundOf(db, roundId), floorId, since)
  return { since: now, now: new Date().toISOString(), beds: [...beds].map(([id, state]) => ({ id, state })) }
})
/** 20-DC6: alias and own description, with consent only, and only for rooms available to the reader. */
const mates = handle(roomMates, async ({ db }, { roundId, roomId }) => {
  const round = await roundOf(db, roundId)
  const who = await chooserFor(db, round)
  if (!who || round.showRoommate === 'none') return []
  return db.query<{ bedId: string; alias: string; habits: string | null }>(sql`
    select y.bed_id as "bedId", c.alias, ${round.showRoommate === 'consent' ? sql`c.habits` : sql`null::text`} as habits
    from dorm_stay y join claim_card c on c.tenant_id = y.tenant_id and c.student_id = y.student_id and c.round_id = ${roundId}
      join dorm_room r on r.tenant_id = y.tenant_id and r.id = y.room_id
    where y.tenant_id = ${db.me.tenantId} and y.room_id = ${roomId} and y.is_open and y.kind <> 'temporary' and (y.state <> 'held' or y.hold_until > now()) and y.student_id <> ${who.id}
      and y.period && daterange(${round.moveIn}::date, null) and c.is_shown and c.alias is not null and ${inReach(round.pool, who)}`)
})
export default [mine, places, rooms, deltas, mates]
