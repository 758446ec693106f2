import { afterAll, beforeAll, describe } from 'vitest'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import type { Actor } from '#testing/school.ts'
import { signMakeup } from './model/sign-line.ts'
import { type SignSchool, signSchool } from './testing.ts'

describe('a make-up', () => {
  let s: SignSchool
  /** What each applicant missed last. */
  const missed = new Map<Actor, string>()
  let round = 0
  beforeAll(async () => {
    s = await signSchool()
  })
  afterAll(() => s.close())

  expectApplication({ of: signMakeup, path: 'signIn/signMakeup', taken: ['running'], files: 'proof', isListed: false }, () => ({
    db: s.db,
    async applicants() {
      const { occurrenceId } = await s.quick()
      await s.act('signOccurrence/close', { occurrenceId, reason: '到点了' })
      const pair = [s.pupil(round % 4), s.pupil((round + 1) % 4)] as const
      round++
      for (const { id, actor } of pair) missed.set(actor, (await s.line(occurrenceId, id)).id)
      return [pair[0].actor, pair[1].actor]
    },
    form: who => ({ lineId: missed.get(who), reason: '手机没电，人在教室' }),
    again: () => ({ reason: '坐在第三排' }),
    approvers: [s.fdy],
  }))
})
