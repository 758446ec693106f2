import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import { today } from '#server/base/today.ts'
import { compute, type Db, handle, rules } from '#server/context.ts'
import { likePattern } from '#server/data/where.ts'
import { type Alumnus, alumnus, alumnusStudy } from '../model/alumnus.ts'
import { findAlumni, MOST_FOUND, myCard, myClassmates, saveCard } from '../model/card.ts'
import { consentWithdrawn } from './consent.ts'
import { mustBeAlumnus } from './own-alumnus.ts'
import { jubileeOf } from './reunions.ts'
import { placeIn, sameClass, shownTo } from './visible.ts'

type Draft = Partial<Alumnus>
const refuse = (key: string, values: Record<string, unknown>, field: string): never => {
  throw refusalOf(alumnus, key, values, field)
}
/** 30-AL3: contacts are kept with consent only. */
async function check(db: Db, row: Draft): Promise<void> {
  for (const field of ['phone', 'email'] as const)
    if (row[field] && !row.contactConsent) refuse('noConsent', { name: row.name ?? '', field: { text: alumnus.fields[field].label } }, field)
  if (row.leaveYear && row.leaveYear > Number(today().slice(0, 4))) refuse('yearAhead', { leaveYear: row.leaveYear }, 'leaveYear')
  if (row.canton && !(await cantonsByCode(db)).has(row.canton)) refuse('cantonUnknown', { code: row.canton }, 'canton')
}
const FROM_RECORD = ['name', 'leaveYear', 'departmentId', 'majorName', 'className'] as const

export default [
  rules(alumnus, {
    add: ({ db }, draft) => check(db, draft),
    async update({ db }, row, patch) {
      if (row.personId)
        for (const field of FROM_RECORD) if (patch[field] !== undefined) refuse('fromRecord', { name: row.name, field: { text: alumnus.fields[field].label } }, field)
      await check(db, { ...row, ...patch })
    },
    async updated({ db }, before, after) {
      if (before.contactConsent && !after.contactConsent) await consentWithdrawn(db, after.id)
    },
  }),
  compute(alumnus, ['cantonName'], async ({ db }, rows) => {
    const place = placeIn(await cantonsByCode(db))
    for (const row of rows) row.cantonName = place(row.canton)
  }),
  handle(myCard, async ctx => {
    const { db, me } = ctx
    const own = await mustBeAlumnus(ctx)
    const [rows, known] = [
      await db.unscoped(alumnusStudy).all({ alumnusId: own.id }, { sort: ['-leaveYear'] }), // the caller's own
      me.studentId ? await db.unscoped(student).find({ id: me.studentId }) : undefined, // as above
    ]
    const classes = await db.cached(stuClass)
    const { code, name, canton, employer, industry, position, honours, visible, contactConsent, phone, email, lastConfirmed } = own
    return {
      ...{ code, name, canton, employer, industry, position, honours, visible, contactConsent, phone, email, lastConfirmed },
      ...{ cantonName: placeIn(await cantonsByCode(db))(canton), knownPhone: known?.phone ?? null, knownEmail: known?.email ?? null },
      studies: rows.map(({ studentNo, majorName, classId, level, enrolYear, leaveYear, result }) => ({
        ...{ studentNo, majorName, className: classes.get(classId ?? '')?.name ?? null, level, enrolYear, leaveYear, result },
      })),
    }
  }),
  /** Withdrawn consent takes the contacts with it (30-AL3). */
  handle(saveCard, async (ctx, input) => {
    const own = await mustBeAlumnus(ctx)
    const contacts = input.contactConsent ? {} : { phone: null, email: null }
    const patch = { ...input, visible: input.visible ?? own.visible, contactConsent: input.contactConsent ?? false, ...contacts }
    await check(ctx.db, { ...own, ...patch })
    await ctx.db.update(alumnus, own.id, { ...patch, lastConfirmed: today() })
    if (own.contactConsent && !patch.contactConsent) await consentWithdrawn(ctx.db, own.id)
  }),
  handle(myClassmates, async ctx => {
    const { db } = ctx
    const own = await mustBeAlumnus(ctx)
    const found = await db.query<{ id: string; isShown: boolean }>(sql`select a.id, a.visible <> 'none' as "isShown" from alumnus a where ${sameClass(db, own)}`)
    const rows = await db.unscoped(alumnus).all({ id: found.flatMap(f => (f.isShown ? [f.id] : [])) }, { sort: ['name'], limit: 300 }) // they show themselves to classmates
    return { all: found.length + 1, people: await shownTo(db, rows), jubilee: await jubileeOf(db, own) }
  }),
  handle(findAlumni, async (ctx, { q, leaveYear, majorName, industry, canton }) => {
    const { db } = ctx
    await mustBeAlumnus(ctx)
    const found = await db.query<{ id: string }>(sql`select a.id from alumnus a where a.tenant_id = ${db.me.tenantId} and a.visible = 'alumni'
      and (${q ?? null}::text is null or a.name ilike ${likePattern(q ?? '')} or a.employer ilike ${likePattern(q ?? '')})
      and (${leaveYear ?? null}::int is null or a.leave_year = ${leaveYear ?? null}::int)
      and (${majorName ?? null}::text is null or a.major_name ilike ${likePattern(majorName ?? '')})
      and (${industry ?? null}::text is null or a.industry = ${industry ?? null}::text)
      and (${canton ?? null}::text is null or a.canton like ${`${regionOf(canton ?? '')}%`})
      order by a.leave_year desc nulls last, a.name limit ${MOST_FOUND + 1}`)
    const rows = await db.unscoped(alumnus).all({ id: found.slice(0, MOST_FOUND).map(f => f.id) }, { sort: ['-leaveYear', 'name'] }) // they show themselves to all alumni
    return { isCut: found.length > MOST_FOUND, people: await shownTo(db, rows) }
  }),
]
/** The leading digits that all codes of a region share. */
const regionOf = (code: string): string => code.replace(/(00)+$/, '')
