import { type Row, refusalOf } from '#model'
import { setting } from '#modules/system/server/api.ts'
import { type Db, rules } from '#server/context.ts'
import { aiTestCase, linesOf } from '../model/test-case.ts'

type Case = Row<typeof aiTestCase>
const check = ({ mustCite, mustNotSay }: Partial<Case>): void => {
  if (!linesOf(mustCite).length && !linesOf(mustNotSay).length) throw refusalOf(aiTestCase, 'expects', {}, 'mustCite')
}
/** The test set: questions that are switched on, the oldest first, as many as the school runs. */
export async function testSet(db: Db): Promise<Case[]> {
  const most = await setting<number>(db, 'ai', 'testCases')
  return db.unscoped(aiTestCase).all({ isEnabled: true }, { sort: ['id'], limit: most }) // a setting of the school, run by the program
}
export default rules(aiTestCase, {
  async add(_ctx, draft) {
    check(draft)
  },
  async update(_ctx, row, patch) {
    check({ ...row, ...patch })
  },
})
