import type { Db } from '#server/context.ts'
import { questionPin } from '../model/question-pin.ts'

/** Questions on the desktop of whoever asks. */
export const pinnedCodes = async (db: Db): Promise<ReadonlySet<string>> => new Set((await ownPins(db)).map(p => p.code))
/** One's own pins, which only their account reaches. */
export const ownPins = (db: Db) => db.unscoped(questionPin).all({ userId: db.me.userId }, { sort: ['createdAt'] }) // the account is the condition
