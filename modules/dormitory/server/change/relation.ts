import { relationSource, type Who } from '#modules/workflow/server/api.ts'
import { managersOf } from '../stay/managers.ts'
import { homesOf } from './homes.ts'

const textIn = ({ row }: Who, key: string): string | undefined => (typeof row[key] === 'string' ? (row[key] as string) : undefined)
/** 宿舍管理员 in flows: managers of the application's target building, else of the student's building. */
relationSource('dormManager', async (db, whos) => {
  const homes = await homesOf(
    db,
    whos.flatMap(w => w.studentId ?? []),
  )
  const dormOf = (w: Who): string => textIn(w, 'toDormId') ?? homes.get(w.studentId ?? '')?.dormId ?? ''
  const managers = await managersOf(db, whos.map(dormOf).filter(Boolean))
  return whos.map(w => managers.get(dormOf(w)) ?? [])
})
