import { DAY_MS, HOUR_MS } from '#model/days.ts'
import { schoolDate, schoolDayEnd, schoolInstant } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { calendarOf, dayTypeOn } from '#modules/campus/server/api.ts'
import { nightAt } from '#modules/dormitory/places/model/night.ts'
import { awaitedReturns, bedsOfStudents, exceptionsOn, hurriedPassages, nightHours, nightsInside, silentDorms, tempsBefore } from '#modules/dormitory/server/api.ts'
import { leavesBefore } from '#modules/leave/server/api.ts'
import { livingOutOn } from '#modules/offCampus/server/api.ts'
import { departuresBefore, stayersOn, tripsBefore } from '#modules/outing/server/api.ts'
import { type StudentOf, standingsSince } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import type { Right } from '../model/evidence.ts'
import type { PresenceFacts } from '../model/reconcile.ts'
import { settingsOf } from './settings.ts'
import { sightingsOf } from './sightings.ts'

/** Rights that begin so soon are asked for, so that the moment of their beginning is known. */
const AHEAD_HOURS = 36
/** Nights looked back on for who lives outside. */
const NIGHTS = 7
export interface Known extends PresenceFacts {
  dormId: string | null
}
/** Everything other modules know of these students, by their own ports: a fixed number of statements for any number of students. */
export async function factsOf(db: Db, students: ReadonlyMap<string, StudentOf>, now: string): Promise<Map<string, Known>> {
  const ids = [...students.keys()]
  const { unknownDays, travelMinutes } = await settingsOf(db)
  const [beds, silent, since] = [await bedsOfStudents(db, ids), await silentDorms(db, Date.parse(now)), await standingsSince(db, ids)]
  const [rights, sightings] = [await rightsOf(db, ids, now), await sightingsOf(db, ids, now, unknownDays)]
  const hurried = new Map((await hurriedPassages(db, new Date(Date.parse(now) - unknownDays * DAY_MS).toISOString(), now, travelMinutes, ids)).map(h => [h.studentId, h.at]))
  const outside = [...rights].flatMap(([id, own]) => (own.some(r => r.kind === 'offCampus') ? [id] : []))
  const slept = Map.groupBy(outside.length ? await nightsInside(db, addDays(schoolDate(Date.parse(now)), -NIGHTS), now, outside) : [], n => n.studentId)
  const vacation = await vacationOf(db, ids, now)
  const out = [...beds].flatMap(([id, { dormId }]) => (sightings.get(id) ?? []).flatMap(({ says, at }) => (says === 'out' ? [{ dormId, at }] : [])))
  const curfewAfter = await curfews(db, out)
  return new Map(
    [...students.values()].map(({ id, status }) => {
      const dormId = beds.get(id)?.dormId ?? null
      const standing = since.get(id)
      return [
        id,
        {
          dormId,
          status: status ?? '',
          standingSince: standing ? schoolInstant(standing) : new Date(0).toISOString(),
          rights: rights.get(id) ?? [],
          sightings: sightings.get(id) ?? [],
          curfewAfter: (at: string) => (dormId ? curfewAfter(dormId, at) : null),
          ...vacation(id),
          hurriedAt: hurried.get(id) ?? null,
          nightsInside: (slept.get(id) ?? []).map(n => n.night),
          isSilent: dormId !== null && silent.has(dormId),
        },
      ]
    }),
  )
}
/** What a port tells of some days, each once. */
async function onDays<T extends { id: string; studentId: string }>(days: readonly string[], of: (day: string) => Promise<readonly T[]>): Promise<T[]> {
  const found = new Map<string, T>()
  for (const day of days) for (const one of await of(day)) found.set(`${one.id} ${one.studentId}`, one)
  return [...found.values()]
}
/** 60-PR1: rights to be away, with those that are about to begin. */
async function rightsOf(db: Db, ids: readonly string[], now: string): Promise<Map<string, Right[]>> {
  const before = new Date(Date.parse(now) + AHEAD_HOURS * HOUR_MS).toISOString()
  const today = schoolDate(Date.parse(now))
  const days = [today, addDays(today, 1)] // what begins at midnight
  const away = { leavesCampus: true, isOver: false }
  const found: Array<Right & { studentId: string }> = [
    ...(await onDays(days, day => exceptionsOn(db, day, ids))).map(x => ({
      ...away,
      kind: 'exception' as const,
      id: x.id,
      studentId: x.studentId,
      from: schoolInstant(x.from),
      until: schoolInstant(x.to),
      note: x.note,
      leavesCampus: false,
    })),
    ...(await leavesBefore(db, before, ids)).map(({ leaveNo, ...l }) => ({ ...l, kind: 'leave' as const, note: leaveNo })),
    ...(await departuresBefore(db, before, now, ids)).map(d => ({ ...away, ...d, kind: 'departure' as const })),
    ...(await awaitedReturns(db, now, ids)).map(d => ({ ...away, ...d, kind: 'departure' as const })),
    ...(await tempsBefore(db, before, ids)).map(({ tempNo, ...x }) => ({ ...away, ...x, kind: 'tempLocation' as const, note: tempNo })),
    ...(await onDays(days, day => livingOutOn(db, day, ids))).map(s => ({
      ...{ kind: 'offCampus' as const, id: s.id, studentId: s.studentId, from: schoolInstant(s.fromOn), until: schoolDayEnd(s.lastNight) },
      ...{ isOver: false, leavesCampus: false, note: null },
    })),
    ...(await tripsBefore(db, before, ids)).map(x => ({ ...away, ...x, kind: 'trip' as const })),
  ]
  return new Map(
    [...Map.groupBy(found, f => f.studentId)].map(([id, own]) => [
      id,
      own.map(({ kind, id: rightId, from, until, isOver, leavesCampus, note }) => ({ kind, id: rightId, from, until, isOver, leavesCampus, note })),
    ]),
  )
}
/** The first day of the running vacation, for students who have not registered to stay at school, and whether they have; and the next midnight, if a vacation begins or ends with it. */
async function vacationOf(db: Db, ids: readonly string[], now: string): Promise<(studentId: string) => Pick<PresenceFacts, 'vacationSince' | 'isStaying' | 'calendarTurn'>> {
  const book = await calendarOf(db)
  const isOff = (date: string): boolean => dayTypeOn(book, date) === 'vacation'
  let first = schoolDate(Date.parse(now))
  const tomorrow = addDays(first, 1)
  const calendarTurn = isOff(first) === isOff(tomorrow) ? null : schoolInstant(tomorrow)
  if (!isOff(first)) return () => ({ vacationSince: null, isStaying: false, calendarTurn })
  const stayers = await stayersOn(db, first, ids)
  while (isOff(addDays(first, -1))) first = addDays(first, -1)
  const since = schoolInstant(first)
  return id => ({ vacationSince: stayers.has(id) ? null : since, isStaying: stayers.has(id), calendarTurn })
}
/** The curfew of the night in which somebody went out of their building, or of the next; calendar and hours are cached. */
async function curfews(db: Db, out: ReadonlyArray<{ dormId: string; at: string }>): Promise<(dormId: string, at: string) => string | null> {
  const hours = new Map<string, string | undefined>()
  for (const { dormId, at } of out) {
    for (const night of [nightAt(at), addDays(nightAt(at), 1)]) {
      const key = `${dormId} ${night}`
      if (!hours.has(key)) hours.set(key, (await nightHours(db, dormId, night))?.curfew)
    }
  }
  return (dormId, at) => {
    const tonight = hours.get(`${dormId} ${nightAt(at)}`)
    if (!tonight) return null
    return Date.parse(tonight) > Date.parse(at) ? tonight : (hours.get(`${dormId} ${addDays(nightAt(at), 1)}`) ?? null)
  }
}
