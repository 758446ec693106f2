import { parseFields } from '#fields/parse.ts'
import { choice, datetime, type Field, type Issue, integer, text } from '#model'
import { DIRECTIONS, type Direction } from './access-event.ts'

/** 20-DA1: maximum records per request, and maximum clock deviation. */
export const MOST_RECORDS = 1000
export const SKEW_MS = 5 * 60_000
/** 20-DA2: records received later are stored but trigger no evaluation. */
export const LATE_HOURS = 72

/** A validated record. */
export interface SoundRecord {
  deviceCode: string
  seq: number | null
  personNo: string
  direction: Direction
  eventAt: string
  way: string | null
}
export interface RecordFault {
  /** Index in the request, from 0. */
  index: number
  issues: readonly Issue[]
}
const FIELDS = {
  deviceCode: text('设备编号', { max: 40 }),
  seq: integer('记录序号', { min: 0 }),
  personNo: text('人员编号', { required: true, max: 40 }),
  direction: choice('方向', DIRECTIONS, { required: true }),
  eventAt: datetime('时间', { required: true }),
  way: text('通行方式', { max: 20 }),
} as const satisfies Readonly<Record<string, Field>>

/** Device timestamps without an offset are in the school's time zone. */
export const instantOf = (given: string): string => new Date(/(Z|[+-]\d{2}:?\d{2})$/.test(given) ? given : `${given.replace(' ', 'T')}+08:00`).toISOString()

const faultOf = (rule: string, text: string, field: string, values: Record<string, unknown>): Issue => ({ field, rule: `dormitory.accessEvent.${rule}`, text, values })
export interface Asking {
  /** The device that signed the request: it may report for itself only. */
  deviceCode?: string
  /** Ways configured by the school. */
  ways: ReadonlySet<string>
  /** Older records are rejected. */
  oldest: string
}
/** One validated record, or the error. */
export function soundOf(given: unknown, { deviceCode, ways, oldest }: Asking): SoundRecord | readonly Issue[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return [faultOf('noRecord', '不是一条记录', '', {})]
  const { values, issues } = parseFields(FIELDS, { ...given })
  if (issues.length) return issues
  const code = (values.deviceCode as string | null | undefined) ?? deviceCode
  if (!code) return [faultOf('noDevice', '没有写明设备编号', 'deviceCode', {})]
  if (deviceCode && code !== deviceCode) return [faultOf('otherDevice', '设备 {deviceCode} 不能上报设备 {other} 的记录', 'deviceCode', { deviceCode, other: code })]
  const way = (values.way as string | null | undefined) ?? null
  if (way && !ways.has(way)) return [faultOf('unknownWay', '没有“{way}”这种通行方式', 'way', { way })]
  const eventAt = instantOf(values.eventAt as string)
  if (eventAt < oldest) return [faultOf('tooOld', '{eventAt} 的记录早于保留期限，不再收', 'eventAt', { eventAt: eventAt.slice(0, 10) })]
  return { deviceCode: code, seq: (values.seq as number | null | undefined) ?? null, personNo: values.personNo as string, direction: values.direction as Direction, eventAt, way }
}
/** Valid records, and errors by index. */
export function sort(given: readonly unknown[], asking: Asking): { records: SoundRecord[]; faults: RecordFault[] } {
  const records: SoundRecord[] = []
  const faults: RecordFault[] = []
  given.forEach((one, index) => {
    const sound = soundOf(one, asking)
    if ('deviceCode' in sound) records.push(sound)
    else faults.push({ index, issues: sound })
  })
  return { records: apart(records), faults }
}
/** A device whose counter was reset repeats a sequence number: from the second record on they are identified by content. */
function apart(records: readonly SoundRecord[]): SoundRecord[] {
  const first = new Map<string, string>()
  return records.map(r => {
    if (r.seq === null) return r
    const key = `${r.deviceCode} ${r.seq}`
    const what = `${r.personNo} ${r.eventAt} ${r.direction}`
    const known = first.get(key)
    if (known === undefined) first.set(key, what)
    return known === undefined || known === what ? r : { ...r, seq: null }
  })
}
