import { relationSource, type Who } from '#modules/workflow/server/api.ts'
import { managersOf } from '../stay/managers.ts'
import { homesOf } from './homes.ts'

const textIn = ({ row }: Who, key: string): string | undefined => (typeof row[key] === 'string' ? (row[key] as string) : undefined)
/** 宿舍管理员 of flows: whoever runs the building an application leads to; where it names none, the one its student lives in. */
relationSource('dormManager', async (db, whos) => {
  const homes = await homesOf(
    db,
    whos.flatMap(w => w.studentId ?? []),
  )
  const dormOf = (w: Who): string => textIn(w, 'toDormId') ?? homes.get(w.studentId ?? '')?.dormId ?? ''
  const managers = await managersOf(db, whos.map(dormOf).filter(Boolean))
  return whos.map(w => managers.get(dormOf(w)) ?? [])
})
