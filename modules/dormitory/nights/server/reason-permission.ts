import type { Principal } from '#server/context.ts'

/** 20-DT6: readers by building scope see that a student is excused, not why. */
export const mayKnowWhy = ({ permissions }: Principal): boolean => permissions.get('dormitory:nightLine:list')?.some(reach => reach.scope !== 'building') ?? false
