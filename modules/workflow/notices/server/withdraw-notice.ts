import { Refusal } from '#model'
import type { Db } from '#server/context.ts'
import { publicNotice } from '../model/notice.ts'
import { objection } from '../model/objection.ts'
import { takeOff } from './run-again.ts'

/** Takes a notice off because its results are taken back: nothing follows from it any more. Open objections are answered first, so that nobody's is lost. */
export async function withdrawNotice(db: Db, noticeId: string): Promise<void> {
  const notice = await db.unscoped(publicNotice).lock(noticeId) // of results that the caller takes back
  const count = await db.unscoped(objection).count({ noticeId, state: 'open' }) // as above
  if (count) throw new Refusal(422, [{ rule: 'workflow.publicNotice.openObjections', text: '公示还有 {count} 份异议没有答复，答复后再撤回', values: { count } }])
  if (notice.state === 'running' || notice.state === 'scheduled') await takeOff(db, notice)
}
