import { deadlines, whenDue } from '#server/deadlines/deadlines.ts'
import { attentionCall } from '../model/attention-call.ts'
import { callNext, nextPerson } from './calls.ts'

/** 50-MH4: who has not acknowledged in time is followed by the next person, who has as much time from then on. */
export const callNextPerson = whenDue(attentionCall, {
  when: `t.state = 'calling'`,
  at: 'nextAt',
  set: nextPerson,
  act: (db, rows, now) =>
    callNext(
      db,
      rows.map(r => r.id),
      now,
    ),
})
export default deadlines('mentalHealth.calls', '紧急呼叫', '* * * * *', [callNextPerson])
