import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import type { openProfilePart, profileBrief } from '#modules/student/model/profile.ts'
import { goneFor, type LeaveSchool, leaveSchool } from './testing.ts'

let s: LeaveSchool
let id: string
beforeAll(async () => {
  s = await leaveSchool()
  const away = await goneFor(s, -24, 24)
  id = away.id
})
afterAll(() => s.close())
const brief = async () => (await s.fdy.get<OutputOf<typeof profileBrief>>('base/student/profileBrief', { id })).data

describe('leave on the profile of a student', () => {
  it('30-SP says where the student is and until when, and the leaves of the term beside the average of the class', async () => {
    const told = await brief()
    expect(told.places).toMatchObject([{ kind: 'away', until: expect.any(String) }])
    expect(told.failed).toEqual([])
    expect(told.numbers.find(n => n?.label === '本学期请假次数')).toMatchObject({ value: 1, average: null })
    for (let n = 0; n < 4; n++) await s.newStudent(s.ids.s2301)
    expect((await brief()).numbers.find(n => n?.label === '本学期请假次数')).toMatchObject({ value: 1, unit: '次', average: 0.2 })
  })
  it('30-SP2 reasons of sensitive leaves are read with a reason', async () => {
    const opened = await s.fdy.post<OutputOf<typeof openProfilePart>>('base/student/openProfilePart', { id, part: 'leave.privateReason', reason: '家访前了解' })
    expect([opened.code, opened.data.lines]).toEqual([200, []])
  })
})
