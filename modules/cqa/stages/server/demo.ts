import sql, { type Sql } from 'sql-template-tag'
import { counselledClasses } from '#modules/student/server/demo-people.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { cqaScheme } from '../../schemes/model/scheme.ts'
import type { Scheme } from '../../schemes/server/api.ts'
import { cqaCorrection } from '../../sheets/model/correction.ts'
import { cqaItemScore } from '../../sheets/model/item-score.ts'
import { cqaScore, cqaSheet } from '../../sheets/model/sheet.ts'
import { calculate, makeSheets } from '../../sheets/server/api.ts'
import { cqaGroup, GROUP_SIZE } from '../model/group.ts'

/** A draw from 0 to 99 that stays the same for a row and a word. */
const drawn = (id: Sql, about: Sql): Sql => sql`(('x' || substr(md5(${id}::text || ${about}), 1, 6))::bit(24)::int % 100)`
/** Sheets of everybody. Most have scored themselves; the groups of half the classes have submitted, those of the counsellor people sign in as are at work. */
export async function demoStages(db: Db, scheme: Scheme): Promise<void> {
  await makeSheets(db, scheme)
  await groups(db, scheme)
  await listed(db, scheme)
  const scored = sql`t.scheme_id = ${scheme.id} and t.state = 'open'`
  await db.updateWhere(cqaSheet, sql`${scored} and ${drawn(sql`t.student_id`, sql`'self'`)} < 85`, { state: 'selfDone' }, { history: false })
  await scores(db, scheme, 'self', sql`t.state = 'selfDone'`)
  const submitted = sql`t.class_id is not null and t.class_id not in ${counselledClasses(db)} and ${drawn(sql`t.class_id`, sql`'group'`)} < 50`
  await scores(db, scheme, 'group', submitted)
  await db.updateWhere(
    cqaSheet,
    sql`t.scheme_id = ${scheme.id} and t.state in ('open', 'selfDone') and ${submitted}`,
    { isSelfMissed: sql`t.state = 'open'`, state: 'groupDone' },
    { history: false },
  )
  await calculate(db, scheme)
}
/** Results that hold, a few of them corrected since: what was booked late moved them up a place. */
export async function demoFinal(db: Db, scheme: Scheme): Promise<void> {
  await makeSheets(db, scheme)
  await groups(db, scheme)
  await listed(db, scheme)
  await scores(db, scheme, 'group', sql`t.state = 'open'`)
  await calculate(db, scheme)
  await db.updateWhere(cqaSheet, sql`t.scheme_id = ${scheme.id} and t.state = 'open'`, { state: 'final' }, { history: false })
  await db.updateWhere(cqaScheme, { id: scheme.id }, { state: 'closed', stage: 'locked' }, { history: false })
  const isLate = sql`t.tenant_id = ${db.me.tenantId} and t.scheme_id = ${scheme.id} and t.state = 'final' and t.class_rank < t.class_size and (t.items->>'D1')::numeric >= 61 and ${drawn(sql`t.student_id`, sql`'late'`)} < 3`
  const made = await db.insertFrom(
    cqaCorrection,
    {
      ...{ sheetId: sql`t.id`, schemeId: scheme.id, studentId: sql`t.student_id`, classId: sql`t.class_id`, resultNo: 2, reason: '校级活动补录' },
      ...{ fromTotal: sql`t.total - 0.2`, toTotal: sql`t.total`, fromRank: sql`t.class_rank + 1`, toRank: sql`t.class_rank` },
      changes: sql`'集体活动和任职 ' || round((t.items->>'D1')::numeric - 1, 2) || ' → ' || round((t.items->>'D1')::numeric, 2)`,
    },
    sql`cqa_sheet t where ${isLate}`,
    { returning: ['sheetId'], history: false },
  )
  await db.updateWhere(cqaSheet, { id: made.map(m => m.sheetId) }, { resultNo: 2 }, { history: false })
}
/** Five students of each class, the first of them leads; in the own class the student people sign in as is one of them. */
async function groups(db: Db, scheme: Scheme): Promise<void> {
  const own = await demoAccount(db, 'student')
  await db.insertFrom(
    cqaGroup,
    { schemeId: scheme.id, classId: sql`g.class_id`, leaderId: sql`g.ids[1]`, memberIds: sql`to_jsonb(g.ids)` },
    sql`(select p.class_id, array_agg(p.student_id order by p.place) as ids
        from (select t.class_id, t.student_id, row_number() over (partition by t.class_id order by t.student_id = ${own?.studentId ?? null}::uuid desc nulls last, t.student_id desc) as place
          from cqa_sheet t where t.tenant_id = ${db.me.tenantId} and t.scheme_id = ${scheme.id} and t.state <> 'excluded' and t.class_id is not null) p
        where p.place <= ${GROUP_SIZE.least} group by 1 having count(*) = ${GROUP_SIZE.least}) g`,
    { history: false },
  )
}
/** What the list of the sports department gives. */
const listed = (db: Db, scheme: Scheme): Promise<unknown> =>
  db.insertFrom(
    cqaItemScore,
    { schemeId: scheme.id, studentId: sql`t.student_id`, indexCode: sql`i.code`, score: sql`60 + ${drawn(sql`t.student_id`, sql`i.code`)} * 0.4` },
    sql`cqa_sheet t join cqa_index i on i.tenant_id = t.tenant_id and i.scheme_id = t.scheme_id and i.kind = 'imported'
      where t.tenant_id = ${db.me.tenantId} and t.scheme_id = ${scheme.id} and t.state <> 'excluded'`,
    { history: false },
  )
/** Scores of the indexes that students and groups give: high ones, as people give them. */
const scores = (db: Db, scheme: Scheme, stage: 'self' | 'group', of: Sql): Promise<unknown> =>
  db.insertFrom(
    cqaScore,
    { sheetId: sql`t.id`, indexId: sql`i.id`, stage, score: sql`round(i.max_score * (70 + ${drawn(sql`t.student_id`, sql`i.code || ${stage}`)} * 0.3) / 100, 1)` },
    sql`cqa_sheet t join cqa_index i on i.tenant_id = t.tenant_id and i.scheme_id = t.scheme_id and i.kind = 'scored' and not i.needs_proof
      where t.tenant_id = ${db.me.tenantId} and t.scheme_id = ${scheme.id} and t.state <> 'excluded' and ${of}`,
    { history: false },
  )
