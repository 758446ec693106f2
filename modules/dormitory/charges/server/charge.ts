import sql from 'sql-template-tag'
import { yearBegins } from '#modules/campus/model/school-year.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { fees } from '../../places/server/api.ts'
import { type ChargedStay, type CountedMonth, chargedMonths, monthsOf } from '../model/months.ts'
import { monthsPerYear, settingsOf } from './settings.ts'

interface Lived extends ChargedStay {
  studentId: string
  frozen: number | null
}
/** The fee of a stay for a school year. */
export interface Due {
  stayId: string
  studentId: string
  months: number
  detail: CountedMonth[]
  standard: number
  due: number
}
export interface Reckoned {
  dues: Due[]
  /** Stays in rooms without a price. */
  unpriced: Array<{ studentId: string; room: string }>
}
/** Stays that overlap the charged months of a year. Residents past their planned day are still counted. */
const livedIn = (db: Db, from: string, until: string, studentIds: readonly string[] | null): Promise<Lived[]> =>
  db.query<Lived>(sql`select s.id as "stayId", s.student_id as "studentId", s.room_id as "roomId", r.full_name as room, s.fee_per_year::float8 as frozen, 0 as standard,
      (s.check_in_at at time zone 'Asia/Shanghai')::date::text as "from",
      case when s.state = 'checkedOut' then (s.check_out_at at time zone 'Asia/Shanghai')::date when s.planned_out > ${today()}::date then s.planned_out end::text as until
    from dorm_stay s join dorm_room r on r.tenant_id = s.tenant_id and r.id = s.room_id
    where s.tenant_id = ${db.me.tenantId} and s.state in ('checkedIn', 'checkedOut') and s.kind <> 'temporary' and s.check_in_at < ${until}::timestamp at time zone 'Asia/Shanghai'
      and (s.check_out_at is null or s.check_out_at > ${from}::timestamp at time zone 'Asia/Shanghai') and (${studentIds ?? null}::uuid[] is null or s.student_id = any(${studentIds ?? null}::uuid[]))`)

/** 20-DF1, DF2: fees of all or some students for a school year. Two statements, then computed in memory. */
export async function reckon(db: Db, xn: string, studentIds: readonly string[] | null = null): Promise<Reckoned> {
  const settings = await settingsOf(db)
  const perYear = await monthsPerYear(db, yearBegins(xn))
  const months = monthsOf(xn, perYear)
  const after = monthsOf(xn, perYear + 1).at(-1) ?? ''
  const stays = await livedIn(db, `${months[0]}-01`, `${after}-01`, studentIds)
  const rooms = [...new Set(stays.map(s => s.roomId))]
  const prices = await fees(db).prices(db, rooms, xn)
  const priced = stays.map(s => ({ ...s, standard: s.frozen ?? prices.get(s.roomId) ?? -1 }))
  const rule = { months: perYear, nights: settings.lodgingNights }
  const dues: Due[] = []
  const unpriced: Reckoned['unpriced'] = []
  for (const [studentId, own] of Map.groupBy(priced, s => s.studentId)) {
    const counted = chargedMonths(xn, own, rule)
    const lacking = counted.find(m => m.standard < 0)
    if (lacking) {
      unpriced.push({ studentId, room: lacking.room })
      continue
    }
    for (const [stayId, detail] of Map.groupBy(counted, m => m.stayId))
      dues.push({ stayId, studentId, months: detail.length, detail, standard: detail[0]?.standard ?? 0, due: detail.reduce((sum, m) => sum + m.amount, 0) })
  }
  return { dues, unpriced }
}
/** Fees of some students for a school year as they are now: months and amount of each stay. */
export const lodgingDues = async (db: Db, xn: string, studentIds: readonly string[]): Promise<Due[]> => (await reckon(db, xn, studentIds)).dues
