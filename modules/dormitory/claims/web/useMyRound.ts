import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { myClaims } from '../model/actions.ts'
import { EVERY_MS } from './Choosing.tsx'

/** The reader's rounds, and the one on screen: chosen by hand, else the first that is not over. */
export function useMyRound() {
  const [params, , put] = useOwnParams()
  const read = useRead(myClaims, {}, { every: EVERY_MS })
  const rounds = read.data
  const mine = rounds?.find(m => m.id === params.get('round')) ?? rounds?.find(m => !m.isOver) ?? rounds?.[0]
  return { read, rounds, mine, choices: rounds?.map(m => ({ value: m.id, label: m.name })) ?? [], choose: (round: string) => put({ round }) }
}
