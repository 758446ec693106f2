import { today } from '#server/base/today.ts'
import { profilePart } from '#server/extensions/profile-parts.ts'
import { itemsOf } from '#server/params/dictionaries.ts'
import { lodgingCharge } from '../../../charges/model/lodging-charge.ts'
import { dormViolation, violationStates, violationType } from '../../../checks/model/violation.ts'

const VIOLATIONS = 'dormitory:dormViolation:list'
const CHARGES = 'dormitory:lodgingCharge:list'
const YUAN = new Intl.NumberFormat('zh-CN', { style: 'currency', currency: 'CNY' })

/** 30 SP: violations, except dismissed ones. */
const violations = profilePart({
  code: 'dormitory.violation',
  label: '宿舍违纪',
  order: 25,
  permission: VIOLATIONS,
  facts: ['dormViolation.confirmed', 'dormViolation.open'],
  list: studentId => `/dormitory/violations?studentId=${studentId}`,
  async happened({ db }, studentId, limit) {
    const rows = await db.visibleFor(dormViolation, VIOLATIONS).all({ studentId, state: ['recorded', 'heard', 'confirmed', 'referred'] }, { sort: ['-at'], limit })
    const types = await itemsOf(db, violationType.code)
    return rows.map(r => ({
      at: r.at,
      title: { text: '宿舍违纪：{type}', values: { type: types.get(r.type)?.dictionaryValue ?? r.type } },
      note: { text: violationStates.labels[r.state] },
      tone: 'attention' as const,
    }))
  },
  async notable({ db }, studentId) {
    const open = await db.visibleFor(dormViolation, VIOLATIONS).all({ studentId, state: ['recorded', 'heard'] }, { sort: ['-at'] })
    const [last] = open
    return [last ? { code: 'open', title: { text: '{n} 起宿舍违纪待认定', values: { n: open.length } }, at: last.at, link: `/dormitory/violations?studentId=${studentId}` } : null]
  },
})
/** 30 SP: overdue lodging fees. */
const arrears = profilePart({
  code: 'dormitory.arrears',
  label: '住宿费',
  order: 70,
  permission: CHARGES,
  list: studentId => `/dormitory/arrears?studentId=${studentId}`,
  async lines({ db }, studentId) {
    const rows = await db.visibleFor(lodgingCharge, CHARGES).all({ studentId })
    const owed = rows.reduce((sum, r) => sum + r.owed, 0)
    return [rows.length ? { label: '未缴', value: YUAN.format(owed / 100), ...(owed ? { tone: 'attention' as const } : {}) } : null]
  },
  async notable({ db }, studentId) {
    const rows = (await db.visibleFor(lodgingCharge, CHARGES).all({ studentId }, { sort: ['dueOn'] })).filter(r => r.owed > 0 && r.dueOn < today())
    const [first] = rows
    return [
      first
        ? {
            code: 'owed',
            title: { text: '住宿费欠 {amount}', values: { amount: YUAN.format(rows.reduce((sum, r) => sum + r.owed, 0) / 100) } },
            at: first.dueOn,
            link: `/dormitory/arrears?studentId=${studentId}`,
          }
        : null,
    ]
  },
})
export default [violations, arrears]
