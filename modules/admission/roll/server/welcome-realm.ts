import { Refusal } from '#model'
import { today } from '#server/base/today.ts'
import { wayRule } from '#server/identity/ways.ts'
import { datesOf } from './settings.ts'

/** 30-AC7: accounts of the roll sign in from the opening of the welcome realm to its closing; the main realm opens with the student number. */
export default wayRule(async ({ account }, { db }) => {
  if (account.realm !== 'welcome' || !account.studentId) return undefined
  const { openFrom, openTo } = await datesOf(db)
  const on = today()
  if (openFrom && on < openFrom) return new Refusal(403, [{ rule: 'admission.notOpen', text: '迎新系统 {on} 开放，到时再来登录', values: { on: openFrom } }])
  if (openTo && on > openTo) return new Refusal(403, [{ rule: 'admission.closed', text: '迎新系统已在 {on} 关闭，请用学号登录', values: { on: openTo } }])
  return undefined
})
