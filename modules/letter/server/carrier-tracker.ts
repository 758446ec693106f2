import { createHash } from 'node:crypto'
import { schoolInstant } from '#model/school-time.ts'
import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import { callOut } from '#server/base/outbound.ts'
import type { Db } from '#server/context.ts'
import type { EVENT_KINDS } from '../model/letter-waybill.ts'
import { settingsOf } from './settings.ts'

/** What is asked about: the carrier's code in the dictionary, and the last four digits of the recipient's telephone, which some carriers want. */
export interface Parcel {
  carrier: string
  waybill: string
  phoneTail: string
}
/** Something a carrier tells of a parcel. */
export interface ToldEvent {
  kind: keyof typeof EVENT_KINDS
  happenedAt: string
  place: string | null
}
/** Asks carriers how far a parcel is. */
interface CarrierTracker extends Registration {
  kind: 'carrierTracker'
  name: string
  /** The carriers it can ask; none where the school has not set it up. */
  carriers(db: Db): Promise<readonly string[]>
  /** Throws when the service does not answer. */
  track(db: Db, parcel: Parcel): Promise<ToldEvent[]>
}
export const carrierTrackers = extensionPoint<CarrierTracker>('carrierTracker', { id: c => c.name })
/** Registers a way to ask carriers. */
export const carrierTracker = (name: string, of: Pick<CarrierTracker, 'carriers' | 'track'>): CarrierTracker => carrierTrackers.make({ name, ...of })

const TIMEOUT_MS = 8000
/** Codes of the carriers at the service, by those of the dictionary. */
const COMPANIES: Readonly<Record<string, string>> = { ems: 'ems', sf: 'shunfeng', jd: 'jd' }
const NEEDS_PHONE = 'sf'
/** States that the service gives each line; whatever else it tells (clearing customs, trouble on the way) is a parcel that moves. */
const KINDS: Readonly<Record<string, ToldEvent['kind']>> = {
  1: 'collected',
  101: 'collected',
  103: 'collected',
  5: 'delivering',
  501: 'delivering',
  3: 'delivered',
  4: 'returned',
  6: 'returned',
}
interface Answer {
  status?: unknown
  returnCode?: unknown
  data?: ReadonlyArray<{ time?: unknown; statusCode?: unknown; areaName?: unknown; context?: unknown }>
}
/** Lines of more than one delivery state, such as 301 to 304 for a signature by somebody else, begin with the digit of that state. */
const kindOf = (code: string): ToldEvent['kind'] => KINDS[code] ?? (/^30[1-4]$/.test(code) ? 'delivered' : 'moving')
const said = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
/** Failures of the service itself: server error, busy, wrong signature, key expired. Any other code is about one parcel (nothing known yet, a wrong number, a telephone that does not fit), and the rest are asked about all the same. */
const SERVICE_FAULTS: ReadonlySet<string> = new Set(['501', '502', '503', '601'])

/** The service of 快递100, which asks most carriers: a form with `customer`, `param` and `sign`, the upper-case MD5 of param, key and customer. */
export default carrierTracker('kuaidi100', {
  carriers: async db => ((await settingsOf(db))['track.url'] ? Object.keys(COMPANIES) : []),
  async track(db, { carrier, waybill, phoneTail }) {
    const { 'track.url': url, 'track.customer': customer, 'track.key': key } = await settingsOf(db)
    const param = JSON.stringify({ com: COMPANIES[carrier], num: waybill, phone: carrier === NEEDS_PHONE ? phoneTail : '', resultv2: '4' })
    const sign = createHash('md5').update(`${param}${key}${customer}`).digest('hex').toUpperCase()
    const body = new URLSearchParams({ customer, sign, param }).toString()
    const answer = await callOut(url, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body, timeoutMs: TIMEOUT_MS })
    const { status, returnCode, data } = JSON.parse(answer.body.toString('utf8')) as Answer
    const code = said(returnCode)
    if (answer.status !== 200 || SERVICE_FAULTS.has(code) || (!code && !Array.isArray(data))) throw new Error(`the carrier service answered ${answer.status} ${code}`)
    if (String(status) !== '200' || !Array.isArray(data)) return []
    return data.flatMap(line => {
      const [date = '', clock = ''] = said(line.time).split(' ')
      if (!/^\d{4}-\d\d-\d\d$/.test(date) || !/^\d\d:\d\d:\d\d$/.test(clock)) return []
      return [{ kind: kindOf(said(line.statusCode)), happenedAt: schoolInstant(date, clock), place: (said(line.areaName) || said(line.context)).slice(0, 100) || null }]
    })
  },
})
