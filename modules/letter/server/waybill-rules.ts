import sql, { type Sql } from 'sql-template-tag'
import { rules } from '#server/context.ts'
import { checkRow } from '#server/spreadsheets/check-row.ts'
import { importRules, type Stage } from '#server/spreadsheets/rules.ts'
import { admissionLetter } from '../model/admission-letter.ts'
import { letterStates } from '../model/letter-states.ts'
import { letterWaybill } from '../model/letter-waybill.ts'
import { tidy } from './tidy.ts'

const STATE_TEXT = sql`case l.state ${Object.entries(letterStates.labels).reduce((all, [state, text]) => sql`${all} when ${state} then ${text}`, sql``)} end`
/** 30-LT5: page, sheet and scanner have the same rules: a letter that is printed, without a waybill, and a waybill that nobody has used. */
export const waybillFaults = (rows: Sql): Sql[] => [
  sql`select s._row as row, 'letterNo' as field, 'unknownLetter' as rule, jsonb_build_object('letterNo', s.letter_no) as values from ${rows} s where s.letter_id is null`,
  sql`select s._row as row, 'letterNo' as field, 'notPrinted' as rule, jsonb_build_object('name', l.name, 'state', jsonb_build_object('text', ${STATE_TEXT})) as values
    from ${rows} s join admission_letter l on l.tenant_id = s.tenant_id and l.id = s.letter_id where l.state <> all(${[...letterStates.verbs.scan]}::text[])`,
  sql`select s._row as row, 'letterNo' as field, 'other' as rule, jsonb_build_object('letterNo', s.letter_no, 'waybill', w.waybill, 'scanned', s.waybill) as values
    from ${rows} s join letter_waybill w on w.tenant_id = s.tenant_id and w.letter_id = s.letter_id and w.state <> 'returned' and w.waybill <> s.waybill`,
  sql`select s._row as row, 'letterNo' as field, 'other' as rule, jsonb_build_object('letterNo', s.letter_no, 'waybill', o.waybill, 'scanned', s.waybill) as values
    from ${rows} s join ${rows} o on o.letter_id = s.letter_id and o._row < s._row`,
  sql`select s._row as row, 'waybill' as field, 'used' as rule, jsonb_build_object('waybill', s.waybill, 'letterNo', w.letter_no) as values
    from ${rows} s join letter_waybill w on w.tenant_id = s.tenant_id and w.waybill = s.waybill`,
]
/** Lines of a sheet that are new: those that stand already change nothing but their carrier. */
const fresh = ({ rows }: Stage): Sql => sql`(select * from ${rows} x where x._new)`

/** 30-LT5: waybills bound before letters are packed, by hand or by the sheet of the carrier. */
export default [
  rules(letterWaybill, {
    async add({ db }, draft) {
      const letterNo = (draft.letterNo ?? '').trim()
      const found = await db.visible(admissionLetter).find({ letterNo })
      // locked before it is judged: two waybills for one letter wait for each other
      const letter = found && (await db.unscoped(admissionLetter).lock(found.id)) // found in scope
      Object.assign(draft, { letterNo, waybill: tidy(draft.waybill), letterId: letter?.id ?? null, studentId: letter?.studentId ?? null })
      await checkRow(db, letterWaybill, draft, waybillFaults)
    },
  }),
  importRules(letterWaybill, {
    fills: ['letterId', 'studentId'],
    row(values) {
      if (typeof values.waybill === 'string') values.waybill = tidy(values.waybill)
      return []
    },
    async prepare(db, { rows, tenantId }) {
      const mine = db.visible(admissionLetter).rows()
      await db.query(sql`update ${rows} s set letter_id = l.id, student_id = l.student_id from admission_letter l
        where s._new and l.tenant_id = ${tenantId} and l.letter_no = s.letter_no and l.id in (select id from ${mine} m)`)
    },
    check: stage => waybillFaults(fresh(stage)),
  }),
]
