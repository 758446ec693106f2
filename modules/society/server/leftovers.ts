import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'
import type { Dissolution } from '../model/dissolution.ts'
import { societyFundDraft, UNDECIDED } from '../model/fund.ts'
import type { Society } from '../model/society.ts'

/** What a module above keeps for societies and a society must have cleared before it is dissolved. */
interface SocietyLeftovers extends Registration {
  kind: 'societyLeftovers'
  code: string
  title: string
  /** How many are open. */
  open(db: Db, societyId: string): Promise<number>
}
export const societyLeftovers = extensionPoint<SocietyLeftovers>('societyLeftovers', { id: l => l.code })
export interface Leftover {
  code: string
  title: string
  n: number
}
/** 60-SO14: what is still open of a society, without what is clear. The fund stands in fen; that of a merger goes to the other society. */
export async function leftoversOf(db: Db, of: Society, { thingsBack, archived, intoId }: Pick<Dissolution, 'thingsBack' | 'archived' | 'intoId'>): Promise<Leftover[]> {
  const all: Leftover[] = [
    { code: 'fund', title: '经费余额', n: intoId ? 0 : of.balance },
    { code: 'drafts', title: '未办结的经费单', n: await db.unscoped(societyFundDraft).count({ societyId: of.id, state: UNDECIDED }) }, // of the society being cleared
    { code: 'things', title: '借用的物品', n: thingsBack ? 0 : 1 },
    { code: 'archive', title: '档案移交', n: archived ? 0 : 1 },
  ]
  for (const { code, title, open } of db.registered(societyLeftovers)) all.push({ code, title, n: await open(db, of.id) })
  return all.filter(l => l.n !== 0)
}
