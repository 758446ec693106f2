import { demoAccount } from '#server/demo/accounts.ts'
import type { Demo } from '#server/demo/options.ts'
import { questionPin } from '../model/question-pin.ts'

const PINNED = { officer: ['dormitory.absentNights', 'counsellor.ratio'], college: ['signIn.slippingClasses'] } as const
/** The office and a college keep some questions on their desktops. */
export default (async db => {
  for (const [name, codes] of Object.entries(PINNED)) {
    const userId = (await demoAccount(db, name))?.id
    if (userId)
      await db.insertMany(
        questionPin,
        codes.map(code => ({ userId, code })),
      )
  }
}) satisfies Demo
