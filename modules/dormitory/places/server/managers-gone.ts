import { on } from '#server/context.ts'
import { dormBuilding } from '../model/places.ts'

/** Former staff are removed as building managers. */
export default on('campus.teacherChanged', 'dormitory.managers', async ({ db }, { teacherId, status }) => {
  if (status === 'active' || status === 'onLeave') return
  const held = [...(await db.cached(dormBuilding)).values()].filter(d => d.managerIds?.includes(String(teacherId)))
  for (const dorm of held) await db.update(dormBuilding, dorm.id, { managerIds: (dorm.managerIds ?? []).filter(id => id !== teacherId) })
})
