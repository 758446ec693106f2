import sql from 'sql-template-tag'
import { choice, date, dict, integer, money, ref, text } from '#model'
import { dataset } from '#modules/exchange/server/api.ts'
import { aidLevel } from '#modules/hardship/levels/model/dictionaries.ts'
import { levelsOn } from '#modules/hardship/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import { aidOf, reportFields, reportPeople } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import { grantStates, subsidyGrant } from '../model/grant.ts'
import { subsidyItem } from '../model/item.ts'
import { planIn } from './grants.ts'
import { NOTHING } from './overview.ts'

const EXPORT = 'subsidy:subsidyGrant:export'
const xnFilter = { xn: text('学年', { required: true, max: 9 }) }
interface Aided {
  id: string
  label: string
  name: string
  amount: number
  day: string | null
  level: string | null
}
/** What aid systems of province and state ask for: the grants of a year, and all aid of a year from whomever. */
export default [
  dataset({
    code: 'subsidyGrant',
    label: '资助名册',
    of: subsidyGrant,
    protectedBy: student,
    delivered: { target: 'nationalAid' },
    fields: {
      ...reportFields,
      item: text('项目', { required: true, max: 60 }),
      level: dict('困难等级', aidLevel),
      xn: text('学年', { required: true, max: 9 }),
      amount: money('金额', { required: true }),
      paid: money('已发放', { required: true }),
      months: integer('月数'),
      grantedOn: date('资助日期'),
      state: choice('状态', grantStates.labels),
    },
    filter: { ...xnFilter, itemId: ref('subsidyItem', '项目') },
    async rows({ db }, { xn, itemId }) {
      const rows = await db.visibleFor(subsidyGrant, EXPORT).all({ xn: String(xn), ...(itemId ? { itemId: String(itemId) } : {}) }, { sort: ['grantedOn'] })
      const people = await reportPeople(
        db,
        rows.map(r => r.studentId),
      )
      const items = new Map((await db.unscoped(subsidyItem).all({})).map(i => [i.id, i.name])) // settings of the school
      const levelOf = await labelsOf(db, aidLevel)
      return rows.map(({ id, studentId, itemId: of, level, xn: year, amount, released, paid, plan, grantedOn, state }) => {
        const who = people(studentId)
        return {
          ...{ id, name: who.name, college: who.college, link: `/subsidy/grants?studentId=${studentId}` },
          values: {
            ...who,
            ...{ item: items.get(of) ?? '', level: level && levelOf(level), xn: year, amount: amount - released, paid },
            ...{ months: planIn({ plan }).filter(p => p.month).length || null, grantedOn, state: grantStates.labels[state] },
          },
        }
      })
    },
  }),
  dataset({
    code: 'yearAid',
    label: '学年资助汇总',
    of: subsidyGrant,
    protectedBy: student,
    delivered: { target: 'provincialAid' },
    fields: {
      ...reportFields,
      level: dict('困难等级', aidLevel),
      kind: text('种类', { required: true, max: 40 }),
      item: text('名称', { required: true, max: 100 }),
      amount: money('金额', { required: true }),
      day: date('日期'),
    },
    filter: xnFilter,
    async rows({ db }, { xn }) {
      const visible = sql`select v.id from ${db.visibleFor(student, EXPORT).rows()} v`
      const rows = await db.query<Aided>(sql`select a.id, a.label, a.name, a.amount, a.day::text as day, l.level from (${aidOf(db, visible, String(xn)) ?? NOTHING}) a
        left join (${levelsOn(db, visible, today())}) l on l.id = a.id order by a.id, a.label, a.name`)
      const people = await reportPeople(
        db,
        rows.map(r => r.id),
      )
      const levelOf = await labelsOf(db, aidLevel)
      return rows.map(({ id, label, name, amount, day, level }) => {
        const who = people(id)
        return {
          ...{ id, name: who.name, college: who.college, link: '/subsidy/overview' },
          values: { ...who, level: level && levelOf(level), kind: label, item: name, amount, day },
        }
      })
    },
  }),
]
