import { useState } from 'react'
import { HOUR_MS } from '#model/days.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { accountStore } from '#web/offline/index.ts'
import { type emergencyRoll, KEPT_HOURS, type RollMark } from '../model/roll.ts'

export type Roll = AnswerOf<typeof emergencyRoll>
interface Kept {
  roll: Roll
  marks: Readonly<Record<string, RollMark>>
}
const KEY = 'presence roll'
/** A roll once loaded, with what was checked off: both lie on the phone, so that neither a lost network nor a closed page loses them; the store lets them go after some hours. */
export function useRoll() {
  const [kept, setKept] = useState(() => accountStore().get<Kept>(KEY))
  const [isUnsaved, setUnsaved] = useState(false)
  const put = (next: Kept) => {
    setKept(next)
    accountStore()
      .set(KEY, next, Date.parse(next.roll.at) + KEPT_HOURS * HOUR_MS)
      .then(
        () => setUnsaved(false),
        () => setUnsaved(true),
      )
  }
  return {
    kept,
    isUnsaved,
    begin: (roll: Roll) => put({ roll, marks: {} }),
    mark(studentId: string, as: RollMark) {
      if (!kept) return
      const { [studentId]: before, ...others } = kept.marks
      put({ ...kept, marks: before === as ? others : { ...others, [studentId]: as } })
    },
    end() {
      setKept(undefined)
      void accountStore()
        .delete(KEY)
        .catch(() => undefined)
    },
  }
}
