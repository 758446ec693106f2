import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { type Alumnus, alumnusStudy } from '../model/alumnus.ts'
import { REUNION_MESSAGES } from '../model/messages.ts'
import { alumniReunion, JUBILEE, joinReunion, proposeReunion } from '../model/reunion.ts'
import { alumniAccounts, hasAccount, mustBeAlumnus } from './own-alumnus.ts'
import { sameClass } from './visible.ts'

const thisYear = (): number => Number(today().slice(0, 4))
/** The class of the latest study, by itself or by its name and year where the school knows no more. */
async function classKeyOf(db: Db, own: Alumnus): Promise<string | null> {
  const [study] = await db.unscoped(alumnusStudy).all({ alumnusId: own.id }, { sort: ['-leaveYear'], limit: 1 }) // the caller's own
  return study?.classId ?? (own.className && own.leaveYear ? `${own.className} ${own.leaveYear}` : null)
}
const yearsOf = ({ leaveYear }: Alumnus): number => thisYear() - (leaveYear ?? thisYear())
const isJubilee = (years: number): boolean => years > 0 && years % JUBILEE === 0
/** Classmates who agree to be contacted and have an account. */
const reachable = (db: Db, own: Alumnus) => db.query<{ id: string }>(sql`select a.id from alumnus a where ${sameClass(db, own)} and a.contact_consent and ${hasAccount}`)
const reunionOf = (db: Db, classKey: string) => db.unscoped(alumniReunion).find({ classKey, year: thisYear() }) // of the caller's class

/** 30-AL: ten, twenty, thirty years after they left the class page proposes to meet again; null in other years. */
export async function jubileeOf(db: Db, own: Alumnus) {
  const [years, key] = [yearsOf(own), await classKeyOf(db, own)]
  if (!isJubilee(years) || !key) return null
  const row = await reunionOf(db, key)
  const { length } = await reachable(db, own)
  return {
    ...{ years, reachable: length },
    reunion: row ? { id: row.id, name: row.proposerName, meets: row.meets, place: row.place, words: row.words, joins: row.joins.length, isIn: row.joins.includes(own.id) } : null,
  }
}
const propose = handle(proposeReunion, async (ctx, words) => {
  const { db } = ctx
  const own = await mustBeAlumnus(ctx)
  const [years, classKey] = [yearsOf(own), await classKeyOf(db, own)]
  if (!isJubilee(years) || !classKey) throw refusalOf(alumniReunion, 'notNow', { years })
  const found = await reachable(db, own)
  if (!found.length) throw refusalOf(alumniReunion, 'nobody')
  const row = await db.insertOrSkip(alumniReunion, { ...words, classKey, year: thisYear(), alumnusId: own.id, proposerName: own.name, joins: [own.id] })
  if (!row) throw refusalOf(alumniReunion, 'asked', { name: (await reunionOf(db, classKey))?.proposerName ?? '' })
  const accounts = await alumniAccounts(
    db,
    found.map(f => f.id),
  )
  const about = { bizType: alumniReunion.name, link: () => '/alumni/classmates', values: () => ({ name: own.name, years, when: words.meets, place: words.place }) }
  await notifyAbout(db, REUNION_MESSAGES.reunion, about, [{ row, to: [...accounts.values()].flat() }])
  return { told: found.length }
})
const join = handle(joinReunion, async (ctx, { id, isIn }) => {
  const { db } = ctx
  const own = await mustBeAlumnus(ctx)
  const row = await db.unscoped(alumniReunion).find({ id }) // looked at next
  const mates = row && (await db.query(sql`select from alumnus a where a.id = ${row.alumnusId}::uuid and ${sameClass(db, own)}`))
  if (!row || (row.alumnusId !== own.id && !mates?.length)) throw notFound()
  const { joins } = await db.unscoped(alumniReunion).lock(id) // of the caller's class
  const others = joins.flatMap(j => (j && j !== own.id ? [j] : []))
  const after = await db.update(alumniReunion, id, { joins: isIn ? [...others, own.id] : others })
  return { joins: after.joins.length }
})
export default [propose, join]
