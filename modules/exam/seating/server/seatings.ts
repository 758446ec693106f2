import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { rules } from '#server/context.ts'
import { examApplicant } from '../../entry/model/applicant.ts'
import { examRefund } from '../../entry/server/api.ts'
import { examSeating } from '../model/seating.ts'
import { patternFault, zkzhOf } from '../model/zkzh.ts'
import type { Seating } from './setup.ts'

const MOST_DIGITS = examApplicant.fields.zkzh.options.max ?? 20
function check({ ticketFrom, ticketTo, zkzhPattern }: Pick<Seating, 'ticketFrom' | 'ticketTo' | 'zkzhPattern'>): void {
  if (Date.parse(ticketFrom) >= Date.parse(ticketTo)) throw refusalOf(examSeating, 'ticketWindow', { from: schoolTimeText(ticketFrom), to: schoolTimeText(ticketTo) }, 'ticketTo')
  const { unknown, lacking } = patternFault(zkzhPattern) ?? {}
  if (unknown) throw refusalOf(examSeating, 'patternUnknown', { place: unknown }, 'zkzhPattern')
  if (lacking) throw refusalOf(examSeating, 'patternLacks', { place: lacking }, 'zkzhPattern')
  const sample = zkzhOf(zkzhPattern, { year: 2000, kind: 'single', roomNo: '1', seatNo: 1 })
  if (sample.length > MOST_DIGITS) throw refusalOf(examSeating, 'patternLong', { most: MOST_DIGITS, count: sample.length }, 'zkzhPattern')
  if (!/^\d+$/.test(sample)) throw refusalOf(examSeating, 'patternText', { sample }, 'zkzhPattern')
}
export default [
  rules(examSeating, {
    async add(_ctx, draft) {
      check({ zkzhPattern: examSeating.fields.zkzhPattern.options.initial, ...draft } as Seating)
    },
    async update(_ctx, row, patch) {
      check({ ...row, ...patch } as Seating)
      if (row.openedAt && patch.zkzhPattern !== undefined && patch.zkzhPattern !== row.zkzhPattern) throw refusalOf(examSeating, 'patternFixed', {}, 'zkzhPattern')
    },
  }),
  examRefund(async (db, batchId) => (await db.unscoped(examSeating).find({ batchId }))?.refundAfterSeating ?? true), // asked for one registration
]
