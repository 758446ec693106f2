import sql from 'sql-template-tag'
import { schoolYearOn } from '#modules/campus/server/api.ts'
import { onMany } from '#server/context.ts'
import { differencesOf } from './reprice.ts'
import { mustReprice } from './reprice-todo.ts'

/** 40-F5: who has moved to another class, major or place may be charged other prices from now on. Nothing is charged before finance has seen it. */
export default onMany(['student.classChanged', 'student.admissionChanged'], 'fee.moved', async ({ db }, payloads) => {
  const ids = [...new Set(payloads.flatMap(({ studentId }) => (typeof studentId === 'string' ? [studentId] : [])))]
  if (!ids.length) return
  const xn = await schoolYearOn(db)
  const differences = await differencesOf(db, { xn }, sql`s.id = any(${ids}::uuid[])`)
  if (differences.length) await mustReprice(db, xn)
})
