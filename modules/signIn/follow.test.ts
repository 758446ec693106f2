import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBoard } from '#modules/workflow/tasks/testing.ts'
import type { Actor } from '#testing/school.ts'
import { type SignSchool, signSchool } from './testing.ts'

let s: SignSchool
let address = ''
beforeAll(async () => {
  s = await signSchool()
  address = await s.server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => s.close())

const page = (occurrenceId: string, who: Actor) => openBoard(address, 'signIn/signOccurrence/follow', occurrenceId, who)

describe('an open board', () => {
  it('is told when it opens and whenever anything of its date changes, and of no other date', async () => {
    const [one, two] = [await s.quick(), await s.quick()]
    const [mine, other] = [await page(one.occurrenceId, s.fdy), await page(two.occurrenceId, s.fdy)]
    expect(mine.answer.headers.get('content-type')).toContain('text/event-stream')
    await expect.poll(() => [mine.told(), other.told()]).toEqual([1, 1])
    expect((await s.sign(one.occurrenceId, await s.number(one.occurrenceId))).code).toBe(200)
    await expect.poll(mine.told).toBe(2)
    await s.act('signOccurrence/close', { occurrenceId: one.occurrenceId, reason: '到点了' })
    await expect.poll(mine.told).toBeGreaterThan(2)
    expect(other.told()).toBe(1)
    mine.leave()
    other.leave()
  })
  it('20-SA13 opens for whoever sees the lines or published it, and begins anew when rights change', async () => {
    const { occurrenceId } = await s.quick()
    const refused = async (who: Actor, id = occurrenceId) => {
      const { answer, leave } = await page(id, who)
      leave()
      return answer.headers.get('content-type')?.includes('event-stream') ? 'open' : answer.status
    }
    const stranger = await s.as({ roles: ['fdy'] })
    const codes = [await refused(s.me), await refused(stranger), await refused(s.fdy, 'none'), await refused(s.fdy)]
    expect(codes.map(c => c !== 'open')).toEqual([true, true, true, false])
    const open = await page(occurrenceId, s.fdy)
    await s.db.permissionsChanged([s.fdy.userId])
    expect(await open.ended).toBe('ended')
  })
})
