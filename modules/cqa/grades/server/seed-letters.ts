import { seed } from '#server/context.ts'
import { gradeLetter } from '../model/course-grade.ts'

const LETTERS = [
  { name: '优', score: 95 },
  { name: '良', score: 85 },
  { name: '中', score: 75 },
  { name: '及格', score: 65 },
  { name: '不及格', score: 50 },
] as const
/** 50-CQ5: what letters count as until the school says otherwise. */
export default seed('cqa.letters', async db => {
  const isSet = await db.unscoped(gradeLetter).count() // of the school being seeded
  if (!isSet) await db.insertMany(gradeLetter, LETTERS, { skipExisting: true })
})
