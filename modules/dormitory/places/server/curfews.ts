import { type Row, refusalOf } from '#model'
import { calendarOf, isSchoolDayOn } from '#modules/campus/server/api.ts'
import { type Ctx, type Db, handle, rules } from '#server/context.ts'
import { type CurfewException, curfewProfile, tonightHours } from '../model/curfew.ts'
import { hoursFault, hoursOf, inNight, type NightHours } from '../model/night.ts'
import { dormBuilding } from '../model/places.ts'

type Profile = Row<typeof curfewProfile>
function refuseHours(hours: NightHours, field: string): void {
  const fault = hoursFault(hours)
  if (fault) throw refusalOf(curfewProfile, 'order', { ...fault }, field)
}
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
const isException = (x: CurfewException): boolean => /^\d{4}-\d{2}-\d{2}$/.test(x.date) && [x.curfew, x.cutOff, x.gateOpening].every(t => TIME.test(t)) && x.reason?.trim() !== ''
async function checkExceptions({ db }: Ctx, exceptions: readonly CurfewException[], profileId: string | undefined): Promise<void> {
  if (!Array.isArray(exceptions) || !exceptions.every(isException)) throw refusalOf(curfewProfile, 'exceptionForm', {}, 'exceptions')
  const dorms = await db.cached(dormBuilding)
  const seen = new Set<string>()
  for (const x of exceptions) {
    const dorm = x.dormId ? dorms.get(x.dormId) : undefined
    if (x.dormId && dorm?.curfewProfileId !== profileId) throw refusalOf(curfewProfile, 'otherProfile', { dorm: dorm?.fullName ?? x.dormId, date: x.date }, 'exceptions')
    if (seen.has(`${x.date} ${x.dormId}`)) throw refusalOf(curfewProfile, 'twice', { date: x.date, dorm: dorm?.fullName ?? '' }, 'exceptions')
    seen.add(`${x.date} ${x.dormId}`)
    refuseHours(x, 'exceptions')
  }
}
async function check(ctx: Ctx, patch: Partial<Profile>, before?: Profile): Promise<void> {
  const { curfewWorkday = '23:00', curfewFree = '23:30', cutOff = '00:30', gateOpening = '06:00' } = { ...before, ...patch }
  refuseHours({ curfew: curfewWorkday, cutOff, gateOpening }, 'cutOff')
  refuseHours({ curfew: curfewFree, cutOff, gateOpening }, 'cutOff')
  if (patch.exceptions) await checkExceptions(ctx, patch.exceptions, before?.id)
}
/** Curfew hours of a building's night, as instants. Workdays follow the school calendar with its swaps, not the weekday. */
export async function nightHours(db: Db, dormId: string, night: string): Promise<NightHours | undefined> {
  const dorm = (await db.cached(dormBuilding)).get(dormId)
  const profile = (await db.cached(curfewProfile)).get(dorm?.curfewProfileId ?? '')
  if (!profile) return undefined
  const book = await calendarOf(db)
  const isWorkday = (date: string): boolean => isSchoolDayOn(book, date)
  const { curfew, cutOff, gateOpening } = hoursOf(profile, dormId, night, isWorkday)
  return { curfew: inNight(night, curfew), cutOff: inNight(night, cutOff), gateOpening: inNight(night, gateOpening) }
}
export default [
  rules(curfewProfile, { add: (ctx, draft) => check(ctx, draft), update: (ctx, row, patch) => check(ctx, patch, row) }),
  handle(tonightHours, async ({ db }, { night }) => {
    const dorms = await db.visibleFor(dormBuilding, 'dormitory:dormBuilding:list').all({ isEnabled: true })
    const made = await Promise.all(dorms.map(async d => ({ d, hours: await nightHours(db, d.id, night) })))
    return made.flatMap(({ d, hours }) => (hours ? [{ id: d.id, fullName: d.fullName ?? d.name, ...hours }] : []))
  }),
]
