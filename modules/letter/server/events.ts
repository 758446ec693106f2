import sql, { type Sql } from 'sql-template-tag'
import type { Row } from '#model'
import { type Db, rules } from '#server/context.ts'
import { schoolTimeSql } from '#server/data/school-time-sql.ts'
import { checkRow } from '#server/spreadsheets/check-row.ts'
import { importRules } from '#server/spreadsheets/rules.ts'
import { admissionLetter } from '../model/admission-letter.ts'
import { letterWaybill, waybillEvent } from '../model/letter-waybill.ts'
import { moveLetters } from './letter-todos.ts'
import { tidy } from './tidy.ts'
import { sendSheets } from './waybills.ts'

type Event = Row<typeof waybillEvent>
const isEnd = (kind: Event['kind']) => kind === 'delivered' || kind === 'returned'

/** 30-LT6: waybills stand where the last thing their carrier told leaves them, in whatever order it is told, and so do their letters. A waybill whose letter is on its way again by
 *  another one has come back for good. */
export async function follow(db: Db, ids: readonly string[]): Promise<void> {
  const told = await db.unscoped(waybillEvent).all({ waybillId: [...ids] }, { sort: ['happenedAt', 'id'] }) // of these waybills
  const events = Map.groupBy(told, e => e.waybillId ?? '')
  const known = await db.unscoped(letterWaybill).all({ id: [...ids] }) // of events in scope
  const letters = await db.unscoped(admissionLetter).lockAll(known.flatMap(w => w.letterId ?? [])) // as above
  const stateOf = new Map(letters.map(l => [l.id, l.state]))
  // a letter has one waybill that has not come back
  const open = await db.unscoped(letterWaybill).all({ letterId: [...stateOf.keys()], state: ['bound', 'packed', 'sent', 'delivered'] }) // of these letters
  const openOf = new Map(open.map(w => [w.letterId, w.id]))
  const sheets = (await db.unscoped(letterWaybill).lockAll([...ids])).filter(w => (openOf.get(w.letterId) ?? w.id) === w.id) // as above
  await sendSheets(
    db,
    sheets
      .filter(w => w.state === 'bound' || w.state === 'packed')
      .map(({ id, letterId, waybill }) => ({ id, letterId, waybill, sentAt: events.get(id)?.[0]?.happenedAt ?? new Date().toISOString() })),
  )
  const ended = sheets.flatMap(({ id, letterId }) => {
    const last = events.get(id)?.findLast(e => isEnd(e.kind))
    return last?.kind === 'delivered' || last?.kind === 'returned' ? [{ id, letterId: letterId ?? '', state: last.kind, endedAt: last.happenedAt }] : []
  })
  if (!ended.length) return
  await db.updateMany(
    letterWaybill,
    ended.map(({ letterId: _, ...patch }) => patch),
  )
  const moved = ended.filter(e => stateOf.get(e.letterId) !== e.state && stateOf.get(e.letterId) !== 'selfPickup')
  await moveLetters(
    db,
    moved.map(({ letterId, state }) => ({ id: letterId, state })),
  )
}
/** Page, sheet and interface have the same rules. */
const faults = (rows: Sql): Sql[] => [
  sql`select s._row as row, 'waybill' as field, 'unknownWaybill' as rule, jsonb_build_object('waybill', s.waybill) as values from ${rows} s where s.waybill_id is null`,
  sql`select s._row as row, 'waybill' as field, 'voidLetter' as rule, jsonb_build_object('letterNo', w.letter_no, 'waybill', s.waybill) as values from ${rows} s
    join letter_waybill w on w.tenant_id = s.tenant_id and w.id = s.waybill_id join admission_letter l on l.tenant_id = w.tenant_id and l.id = w.letter_id where l.state = 'void'`,
  sql`select s._row as row, 'happenedAt' as field, 'future' as rule, jsonb_build_object('at', ${schoolTimeSql(sql`s.happened_at`)}) as values
    from ${rows} s where s.happened_at > now() + interval '5 minutes'`,
]
export default [
  rules(waybillEvent, {
    async add({ db }, draft) {
      const waybill = tidy(draft.waybill)
      const found = await db.visible(letterWaybill).find({ waybill })
      Object.assign(draft, { waybill, waybillId: found?.id ?? null, studentId: found?.studentId ?? null })
      await checkRow(db, waybillEvent, draft, faults)
    },
    added: ({ db }, row) => follow(db, row.waybillId ? [row.waybillId] : []),
  }),
  importRules(waybillEvent, {
    fills: ['waybillId', 'studentId'],
    row(values) {
      if (typeof values.waybill === 'string') values.waybill = tidy(values.waybill)
      return []
    },
    async prepare(db, { rows, tenantId }) {
      const mine = db.visible(letterWaybill).rows()
      await db.query(sql`update ${rows} s set waybill_id = w.id, student_id = w.student_id from letter_waybill w
        where w.tenant_id = ${tenantId} and w.waybill = s.waybill and w.id in (select id from ${mine} m)`)
    },
    check: ({ rows }) => faults(rows),
    async written(db, { rows }) {
      const touched = await db.query<{ id: string }>(sql`select distinct waybill_id as id from ${rows} s where _new`)
      await follow(
        db,
        touched.map(w => w.id),
      )
    },
  }),
]
